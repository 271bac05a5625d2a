#include <cstdint>
#include <memory>
#include <span>

#include "core/language.hpp"
#include "platform/piped_process.hpp"
#include "platform/speech.hpp"

namespace repose {

Status speak(const std::string& sentence, const std::string&) {
  static std::unique_ptr<PipedProcess> speaking;
  const std::filesystem::path program = find_program("powershell");
  if (program.empty()) return Status::failure(tr("Nothing can speak here: PowerShell is missing."));
  auto process = std::make_unique<PipedProcess>();
  const std::string problem =
      process->start({program.string(), "-NoProfile", "-Command",
                      "[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; "
                      "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"});
  if (!problem.empty()) return Status::failure(trf("Nothing can speak here: {}.", problem));
  process->send(std::span(reinterpret_cast<const std::uint8_t*>(sentence.data()), sentence.size()));
  process->close_input();
  speaking = std::move(process);
  return {};
}

}  // namespace repose
