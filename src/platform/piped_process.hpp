// Starts another program without a shell, with its standard input from this one. Nothing here waits longer than a
// moment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace repose {

// The program of that name ("ffmpeg") in the folders of PATH; empty if there is none.
std::filesystem::path find_program(std::string_view name);

class PipedProcess {
 public:
  PipedProcess();
  ~PipedProcess();  // ends it
  PipedProcess(const PipedProcess&) = delete;
  PipedProcess& operator=(const PipedProcess&) = delete;

  // Starts the program whose path is the first word. Returns why it could not; empty if it runs. Its standard output is
  // discarded. Ctrl+C in the terminal does not reach it.
  std::string start(std::vector<std::string> words);
  // Whether it was started and neither kill() nor has_ended() has seen its end.
  bool runs() const;

  // Gives it some of the bytes and returns how many; 0 if it took none for a moment; nothing if it reads no more.
  std::optional<std::size_t> send(std::span<const std::uint8_t> bytes);
  // Whether no byte waits to be taken. Otherwise waits a moment.
  bool has_taken_all();
  void close_input();

  bool has_ended();
  // Whether it has ended by itself with the exit code 0.
  bool has_succeeded() const;
  // Ends it, and what it has started, at once.
  void kill();

  // The last line that it wrote to its standard error.
  std::string last_line() const;

 private:
  struct System;
  std::unique_ptr<System> system_;
};

}  // namespace repose
