// The problems that the reader found in a config. The running world goes on behind them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/dialogs/dialog_stack.hpp"
#include "repose/session.hpp"

namespace repose {

// A config's problems, and how to load it all the same.
struct ConfigProblems {
  std::string title;
  Diagnostics diagnostics;
  std::optional<Command> accept;  // absent when it is loaded already, or nothing in it can be loaded
};

class ConfigProblemsDialog final : public Dialog {
 public:
  // Loads a config with a command; `name` is what messages call it.
  using Load = std::function<void(const Command& command, const std::string& name)>;
  explicit ConfigProblemsDialog(Load load) : load_(std::move(load)) {}

  void open(ConfigProblems problems);
  const ConfigProblems& problems() const { return problems_; }
  void draw() override;

 private:
  Load load_;
  ConfigProblems problems_;
};

}  // namespace repose
