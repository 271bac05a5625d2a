#include "app/files/registration.hpp"

namespace repose {

namespace {

constexpr const char* kWhyNot =
    "--register and --unregister are for Windows; here the installation registers the files";

}  // namespace

Status register_files() { return Status::failure(kWhyNot); }
Status unregister_files() { return Status::failure(kWhyNot); }

}  // namespace repose
