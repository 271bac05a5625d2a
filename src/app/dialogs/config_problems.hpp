// The problems that the reader found in a config. The running world continues behind the dialog.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/dialogs/dialog_stack.hpp"
#include "repose/session.hpp"

namespace repose {

// A config's problems, and the command that loads it in spite of them.
struct ConfigProblems {
  std::string title;
  Diagnostics diagnostics;
  std::optional<Command> accept;    // empty when the config is loaded already, or nothing in it can be loaded
  std::filesystem::path file = {};  // of a config that is not loaded; empty if it has none
};

class ConfigProblemsDialog final : public Dialog {
 public:
  // Loads a config with a command; `name` is its name in messages.
  using Load = std::function<void(const Command& command, const std::string& name)>;
  explicit ConfigProblemsDialog(Load load) : load_(std::move(load)) {}

  // Opens a file in the config editor at a line, from 1.
  using Edit = std::function<void(const std::filesystem::path& file, int line)>;
  void offer_editor(Edit edit) { edit_ = std::move(edit); }

  void open(ConfigProblems problems);
  const ConfigProblems& problems() const { return problems_; }
  void draw() override;

 private:
  Load load_;
  Edit edit_;
  ConfigProblems problems_;
};

}  // namespace repose
