#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "platform/piped_process.hpp"
#include "platform/program.hpp"
#include "platform/windows_api.hpp"

namespace repose {

namespace fs = std::filesystem;

namespace {

constexpr DWORD kMomentMilliseconds = 20;
constexpr DWORD kPipeBytes = 1u << 16;

struct HandleCloser {
  void operator()(HANDLE handle) const { ::CloseHandle(handle); }
};
using Handle = std::unique_ptr<void, HandleCloser>;

// Of a function that does not return null when it fails.
Handle handle_of(HANDLE handle) { return Handle(handle == INVALID_HANDLE_VALUE ? nullptr : handle); }

SECURITY_ATTRIBUTES inherited() { return {sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE}; }

// A file for the standard error of a program, which is deleted when it is closed.
Handle temporary_file() {
  wchar_t folder[MAX_PATH + 1] = L"", path[MAX_PATH + 1] = L"";
  if (::GetTempPathW(MAX_PATH, folder) == 0 || ::GetTempFileNameW(folder, L"rep", 0, path) == 0) return {};
  SECURITY_ATTRIBUTES rights = inherited();
  return handle_of(::CreateFileW(path, GENERIC_READ | GENERIC_WRITE,
                                 FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &rights, CREATE_ALWAYS,
                                 FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr));
}

// The attributes of a program that inherits only these handles.
class InheritedHandles {
 public:
  explicit InheritedHandles(std::vector<HANDLE> handles) : handles_(std::move(handles)) {
    SIZE_T bytes = 0;
    ::InitializeProcThreadAttributeList(nullptr, 1, 0, &bytes);
    memory_.resize(bytes);
    good_ = ::InitializeProcThreadAttributeList(list(), 1, 0, &bytes) != 0;
    if (!good_) return;
    ::UpdateProcThreadAttribute(list(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                                handles_.size() * sizeof(HANDLE), nullptr, nullptr);
  }
  ~InheritedHandles() {
    if (good_) ::DeleteProcThreadAttributeList(list());
  }
  InheritedHandles(const InheritedHandles&) = delete;
  InheritedHandles& operator=(const InheritedHandles&) = delete;

  LPPROC_THREAD_ATTRIBUTE_LIST list() { return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data()); }

 private:
  std::vector<HANDLE> handles_;
  std::vector<std::byte> memory_;
  bool good_ = false;
};

}  // namespace

struct PipedProcess::System {
  Handle process, job, pipe, written, complaints;
  OVERLAPPED write{};               // the pending write
  std::vector<std::uint8_t> piece;  // its bytes; empty: there is none
  DWORD exit_code = STILL_ACTIVE;
  bool broken = false;  // the program reads no more

  // Waits a moment for the pending write. Whether none is left.
  bool complete_write(DWORD milliseconds);
};

bool PipedProcess::System::complete_write(DWORD milliseconds) {
  if (piece.empty()) return true;
  if (::WaitForSingleObject(written.get(), milliseconds) != WAIT_OBJECT_0) return false;
  DWORD bytes = 0;
  if (::GetOverlappedResult(pipe.get(), &write, &bytes, FALSE) == 0 || bytes != piece.size()) broken = true;
  piece.clear();
  return true;
}

fs::path find_program(std::string_view name) {
  const std::wstring path = environment_path("PATH").native();
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find(L';', at), path.size());
    std::wstring folder = path.substr(at, end - at);
    std::erase(folder, L'"');
    const fs::path candidate = fs::path(folder) / (std::string(name) + ".exe");
    std::error_code error;
    if (!folder.empty() && fs::is_regular_file(candidate, error)) return candidate;
    at = end + 1;
  }
  return {};
}

PipedProcess::PipedProcess() : system_(std::make_unique<System>()) {}

PipedProcess::~PipedProcess() { kill(); }

std::string PipedProcess::start(std::vector<std::string> words) {
  System& s = *system_;
  s.complaints = temporary_file();
  if (!s.complaints) return windows_reason(::GetLastError());
  static std::atomic<unsigned> number = 0;
  const std::wstring name = to_wide(fmt::format("\\\\.\\pipe\\repose-{}-{}", ::GetCurrentProcessId(), ++number));
  constexpr DWORD kMode = PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS;
  s.pipe = handle_of(::CreateNamedPipeW(name.c_str(),
                                        PIPE_ACCESS_OUTBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                        kMode, 1, kPipeBytes, kPipeBytes, 0, nullptr));
  s.written = Handle(::CreateEventW(nullptr, TRUE, FALSE, nullptr));
  SECURITY_ATTRIBUTES rights = inherited();
  const Handle input = handle_of(::CreateFileW(name.c_str(), GENERIC_READ, 0, &rights, OPEN_EXISTING, 0, nullptr));
  if (!s.pipe || !s.written || !input) return windows_reason(::GetLastError());
  const Handle output = handle_of(
      ::CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &rights, OPEN_EXISTING, 0, nullptr));
  InheritedHandles handles({input.get(), output.get(), s.complaints.get()});
  STARTUPINFOEXW facts{};
  facts.StartupInfo.cb = sizeof(facts);
  facts.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  facts.StartupInfo.hStdInput = input.get();
  facts.StartupInfo.hStdOutput = output.get();
  facts.StartupInfo.hStdError = s.complaints.get();
  facts.lpAttributeList = handles.list();
  // Suspended until it is in the job. A group of its own: Ctrl+C in a console must not reach it.
  constexpr DWORD kFlags =
      CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT;
  std::wstring line = command_line_of(words);
  PROCESS_INFORMATION started{};
  if (::CreateProcessW(to_wide(words.front()).c_str(), line.data(), nullptr, nullptr, TRUE, kFlags, nullptr, nullptr,
                       &facts.StartupInfo, &started) == 0) {
    return windows_reason(::GetLastError());
  }
  s.process = Handle(started.hProcess);
  const Handle thread(started.hThread);
  // The job ends all that is in it when it is closed, also when this program is killed.
  s.job = Handle(::CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (s.job) {
    ::SetInformationJobObject(s.job.get(), JobObjectExtendedLimitInformation, &limits, sizeof(limits));
    ::AssignProcessToJobObject(s.job.get(), s.process.get());
  }
  ::ResumeThread(thread.get());
  return {};
}

bool PipedProcess::runs() const { return static_cast<bool>(system_->process); }

std::optional<std::size_t> PipedProcess::send(std::span<const std::uint8_t> bytes) {
  System& s = *system_;
  if (!s.complete_write(kMomentMilliseconds)) return 0;
  if (s.broken || !s.pipe) return std::nullopt;
  const auto piece = bytes.first(std::min<std::size_t>(bytes.size(), kPipeBytes));
  s.piece.assign(piece.begin(), piece.end());
  s.write = {};
  s.write.hEvent = s.written.get();
  ::ResetEvent(s.written.get());
  if (::WriteFile(s.pipe.get(), s.piece.data(), static_cast<DWORD>(s.piece.size()), nullptr, &s.write) == 0 &&
      ::GetLastError() != ERROR_IO_PENDING) {
    s.piece.clear();
    s.broken = true;
    return std::nullopt;
  }
  return piece.size();
}

bool PipedProcess::has_taken_all() { return system_->complete_write(kMomentMilliseconds); }

void PipedProcess::close_input() {
  System& s = *system_;
  if (!s.piece.empty()) {
    ::CancelIo(s.pipe.get());
    s.complete_write(INFINITE);  // Windows reads the piece until the write has ended
  }
  s.pipe.reset();
}

bool PipedProcess::has_ended() {
  System& s = *system_;
  if (::WaitForSingleObject(s.process.get(), 0) != WAIT_OBJECT_0) return false;
  ::GetExitCodeProcess(s.process.get(), &s.exit_code);
  s.process.reset();
  return true;
}

bool PipedProcess::has_succeeded() const { return system_->exit_code == 0; }

void PipedProcess::kill() {
  System& s = *system_;
  close_input();
  if (!s.process) return;
  if (s.job) ::TerminateJobObject(s.job.get(), 1);
  ::TerminateProcess(s.process.get(), 1);
  ::WaitForSingleObject(s.process.get(), INFINITE);
  ::GetExitCodeProcess(s.process.get(), &s.exit_code);
  s.process.reset();
}

std::string PipedProcess::last_line() const {
  constexpr DWORD kReadBytes = 1u << 16;
  const HANDLE file = system_->complaints.get();
  LARGE_INTEGER size{}, at{};
  if (file == nullptr || ::GetFileSizeEx(file, &size) == 0) return {};
  at.QuadPart = std::max<LONGLONG>(0, size.QuadPart - kReadBytes);
  std::string text(kReadBytes, '\0');
  DWORD got = 0;
  ::SetFilePointerEx(file, at, nullptr, FILE_BEGIN);
  if (::ReadFile(file, text.data(), kReadBytes, &got, nullptr) == 0) return {};
  text.resize(got);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
  return text.substr(text.find_last_of("\r\n") + 1);
}

}  // namespace repose
