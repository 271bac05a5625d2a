// The result of a call that can fail: success, or one sentence for the user.
#pragma once

#include <string>
#include <utility>

namespace repose {

class [[nodiscard]] Status {
 public:
  Status() = default;

  static Status failure(std::string sentence) {
    Status status;
    status.message_ = std::move(sentence);
    status.ok_ = false;
    return status;
  }

  bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  // Empty when ok; otherwise a whole sentence that says what happened and, if possible, what to do.
  const std::string& message() const { return message_; }

 private:
  std::string message_;
  bool ok_ = true;
};

}  // namespace repose
