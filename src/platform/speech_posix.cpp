#include <memory>

#include "core/language.hpp"
#include "platform/piped_process.hpp"
#include "platform/speech.hpp"

namespace repose {

Status speak(const std::string& sentence, const std::string& language) {
  static std::unique_ptr<PipedProcess> speaking;
  const std::filesystem::path program = find_program("spd-say");
  if (program.empty())
    return Status::failure(tr("Nothing can speak here: spd-say, of the package speech-dispatcher, is not installed."));
  auto process = std::make_unique<PipedProcess>();
  // Without a shell; "--" because the sentence may begin with a dash.
  const std::string problem = process->start({program.string(), "--application-name", "Repose", "--priority",
                                              "important", "--language", language, "--", sentence});
  if (!problem.empty()) return Status::failure(trf("Nothing can speak here: {}.", problem));
  speaking = std::move(process);
  return {};
}

}  // namespace repose
