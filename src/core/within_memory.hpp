// Running out of memory as a result. The standard library reports it with exceptions, which must not leave a thread, a
// destructor or a module.
#pragma once

#include <new>
#include <stdexcept>
#include <system_error>

namespace repose {

inline constexpr const char* kNotEnoughMemory = "There is not enough memory for this; nothing was changed.";

// Calls `function`. False when memory ran out in it, or a thread could not be started. Other exceptions pass through.
template <class Function>
bool within_memory(const Function& function) {
  try {
    function();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  } catch (const std::length_error&) {  // a vector of more bytes than there are addresses
    return false;
  } catch (const std::system_error& error) {
    const bool is_memory = error.code() == std::errc::not_enough_memory ||
                           error.code() == std::errc::resource_unavailable_try_again;  // threads and mappings
    if (!is_memory) throw;
    return false;
  }
}

}  // namespace repose
