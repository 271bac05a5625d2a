// An environment variable with another value for the length of a test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "system.hpp"

namespace repose::test {

class ScopedVariable {
 public:
  ScopedVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    set_variable(name, value);
  }
  ~ScopedVariable() { old_ ? set_variable(name_, *old_) : unset_variable(name_); }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> old_;
};

}  // namespace repose::test
