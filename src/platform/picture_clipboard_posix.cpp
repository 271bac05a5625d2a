#include <SDL.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xcb/xcb.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <future>
#include <mutex>
#include <new>
#include <span>
#include <string_view>
#include <thread>
#include <utility>

#include "core/language.hpp"
#include "platform/picture_clipboard.hpp"
#include "platform/piped_process.hpp"

extern char** environ;

namespace repose {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPatience = std::chrono::seconds(2);  // longest time without a message from the other program
constexpr auto kPatienceInAll = std::chrono::seconds(10);
constexpr std::uint32_t kPartWords = 1u << 16;  // words of a property that are requested at once
constexpr std::size_t kPartBytes = 1u << 18;    // bytes that are sent at once
constexpr std::size_t kTransfersMax = 8;        // programs that are served at the same time

}  // namespace

struct Free {
  void operator()(void* reply) const { std::free(reply); }
};
template <class T>
using Reply = std::unique_ptr<T, Free>;

// Pictures on the clipboard of X11, because SDL supports text only. A thread with its own connection communicates with
// the server and with other programs, so that they cannot block the window.
class X11Clipboard {
 public:
  // For the server that $DISPLAY names. Does nothing before the first ask() or offer().
  X11Clipboard() = default;
  ~X11Clipboard();
  X11Clipboard(const X11Clipboard&) = delete;
  X11Clipboard& operator=(const X11Clipboard&) = delete;

  // Requests the picture. The answer arrives at most kPatience after the last message of the other program.
  void ask() {
    {
      const std::lock_guard lock(mutex_);
      asked_ = true;
      answer_.reset();
    }
    wake();
  }
  std::optional<ClipboardAnswer> take_answer() {
    const std::lock_guard lock(mutex_);
    return std::exchange(answer_, std::nullopt);
  }

  // Until another program replaces it. It is made on the thread. Forms without bytes are left out.
  void offer(ClipboardMaker maker) {
    {
      const std::lock_guard lock(mutex_);
      offered_ = std::move(maker);
    }
    owns_ = true;  // the thread resets it on failure
    wake();
  }
  bool owns() const { return owns_; }

 private:
  void wake();

  friend class X11ClipboardWorker;

  std::thread thread_;
  int wake_ = -1;  // an eventfd
  std::atomic<bool> owns_ = false;
  std::mutex mutex_;  // guards the members below
  bool ends_ = false, asked_ = false;
  ClipboardMaker offered_;  // null: no new one
  std::optional<ClipboardAnswer> answer_;
};

// The part that runs on the thread. Follows ICCCM 2.2 to 2.7 (selections, INCR).
class X11ClipboardWorker {
 public:
  explicit X11ClipboardWorker(X11Clipboard& clipboard) : clipboard_(clipboard) {}
  ~X11ClipboardWorker() {
    if (connection_ != nullptr) xcb_disconnect(connection_);
  }

  void run() {
    const bool connected = connect();
    bool goes_on = true;
    while (goes_on) {
      try {
        goes_on = take_orders(connected);
        if (goes_on) wait();
      } catch (const std::bad_alloc&) {
        if (waits_) answer({{}, tr("There is not enough memory for the picture on the clipboard.")});
      }
    }
  }

 private:
  enum Atom : std::size_t { kClipboard, kTargets, kPng, kIncr, kProperty, kAtomCount };
  static constexpr std::uint32_t kPropertyEvents = XCB_EVENT_MASK_PROPERTY_CHANGE;

  struct Form {
    xcb_atom_t type = XCB_ATOM_NONE;
    std::shared_ptr<const std::vector<std::byte>> bytes;
  };
  // A form that another program is being sent in parts (INCR), each when the program has deleted the part before.
  struct Transfer {
    xcb_window_t to = XCB_WINDOW_NONE;
    xcb_atom_t property = XCB_ATOM_NONE;
    Form form;
    std::size_t sent = 0;  // bytes
  };

  bool connect() {
    int screen_number = 0;
    connection_ = xcb_connect(nullptr, &screen_number);
    if (xcb_connection_has_error(connection_) != 0) return false;
    xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(connection_));
    for (; screen_number > 0 && screens.rem > 1; --screen_number) xcb_screen_next(&screens);
    window_ = xcb_generate_id(connection_);
    xcb_create_window(connection_, 0, window_, screens.data->root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                      XCB_COPY_FROM_PARENT, XCB_CW_EVENT_MASK, &kPropertyEvents);
    constexpr std::string_view kNames[kAtomCount] = {"CLIPBOARD", "TARGETS", "image/png", "INCR", "REPOSE_PICTURE"};
    for (std::size_t i = 0; i < kAtomCount; ++i) {
      atoms_[i] = atom(kNames[i]);
      if (atoms_[i] == XCB_ATOM_NONE) return false;
    }
    return true;
  }

  xcb_atom_t atom(std::string_view name) const {
    const Reply<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(
        connection_, xcb_intern_atom(connection_, 0, static_cast<std::uint16_t>(name.size()), name.data()), nullptr));
    return reply == nullptr ? static_cast<xcb_atom_t>(XCB_ATOM_NONE) : reply->atom;
  }

  bool is_alive() const { return xcb_connection_has_error(connection_) == 0; }

  // Takes over the app's requests; false when the thread must end.
  bool take_orders(bool connected) {
    bool asked = false;
    ClipboardMaker offered;
    {
      const std::lock_guard lock(clipboard_.mutex_);
      if (clipboard_.ends_) return false;
      std::swap(asked, clipboard_.asked_);
      std::swap(offered, clipboard_.offered_);
    }
    if (!connected || !is_alive()) {
      clipboard_.owns_ = false;
      if (asked) answer({{}, tr("The clipboard cannot be reached.")});
      return true;
    }
    if (asked) {
      waits_ = true;
      in_parts_ = false;
      asked_at_ = heard_ = Clock::now();
      picture_.clear();
      xcb_delete_property(connection_, window_, atoms_[kProperty]);
      xcb_convert_selection(connection_, window_, atoms_[kClipboard], atoms_[kPng], atoms_[kProperty],
                            XCB_CURRENT_TIME);
    }
    if (offered) own(offered);
    return true;
  }

  // Waits for the server, the app or the timeout.
  void wait() {
    const bool alive = is_alive();
    if (alive) {
      xcb_flush(connection_);
      while (const Reply<xcb_generic_event_t> event{xcb_poll_for_event(connection_)}) handle(*event);
      xcb_flush(connection_);
    }
    std::array<pollfd, 2> sources = {
        {{clipboard_.wake_, POLLIN, 0}, {alive ? xcb_get_file_descriptor(connection_) : -1, POLLIN, 0}}};
    int timeout_ms = -1;
    if (waits_) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          std::min(heard_ + kPatience, asked_at_ + kPatienceInAll) - Clock::now());
      timeout_ms = std::max(0, static_cast<int>(left.count()));
    }
    const int ready = poll(sources.data(), sources.size(), timeout_ms);
    if ((sources[0].revents & POLLIN) != 0) {
      std::uint64_t count = 0;
      [[maybe_unused]] const ssize_t bytes = read(clipboard_.wake_, &count, sizeof count);
    }
    if (waits_ && (ready == 0 || !is_alive())) answer({{}, tr("The program that owns the clipboard does not answer.")});
  }

  void answer(ClipboardAnswer answer) {
    waits_ = in_parts_ = false;
    picture_.clear();
    const std::lock_guard lock(clipboard_.mutex_);
    clipboard_.answer_ = std::move(answer);
  }

  void handle(const xcb_generic_event_t& event) {
    switch (event.response_type & 0x7f) {
      case XCB_SELECTION_NOTIFY: return take_notice(reinterpret_cast<const xcb_selection_notify_event_t&>(event));
      case XCB_PROPERTY_NOTIFY: {
        const auto& change = reinterpret_cast<const xcb_property_notify_event_t&>(event);
        return change.window == window_ ? take_part(change) : send_part(change);
      }
      case XCB_SELECTION_REQUEST: return serve(reinterpret_cast<const xcb_selection_request_event_t&>(event));
      case XCB_SELECTION_CLEAR: clipboard_.owns_ = false; return;
      default: return;
    }
  }

  // ---- reading ----

  void take_notice(const xcb_selection_notify_event_t& event) {
    if (!waits_ || in_parts_ || event.selection != atoms_[kClipboard]) return;
    heard_ = Clock::now();
    if (event.property == XCB_ATOM_NONE) return answer({{}, tr("There is no picture on the clipboard.")});
    xcb_atom_t type = XCB_ATOM_NONE;
    if (!read_property(type)) return answer({{}, tr("The picture on the clipboard is too large.")});
    in_parts_ = type == atoms_[kIncr];
    if (in_parts_) picture_.clear();  // it held an estimate of the size
    if (!in_parts_) answer({std::move(picture_), {}});
  }

  void take_part(const xcb_property_notify_event_t& event) {
    if (!in_parts_ || event.atom != atoms_[kProperty] || event.state != XCB_PROPERTY_NEW_VALUE) return;
    heard_ = Clock::now();
    const std::size_t before = picture_.size();
    xcb_atom_t type = XCB_ATOM_NONE;
    if (!read_property(type)) return answer({{}, tr("The picture on the clipboard is too large.")});
    if (picture_.size() == before) answer({std::move(picture_), {}});  // an empty part is the last
  }

  // Appends the property to the picture and deletes it, which requests the next part. False when it becomes too large.
  bool read_property(xcb_atom_t& type) {
    for (std::uint32_t offset = 0;; offset += kPartWords) {
      const auto cookie =
          xcb_get_property(connection_, 0, window_, atoms_[kProperty], XCB_GET_PROPERTY_TYPE_ANY, offset, kPartWords);
      const Reply<xcb_get_property_reply_t> reply(xcb_get_property_reply(connection_, cookie, nullptr));
      if (reply == nullptr) break;
      type = reply->type;
      const auto* bytes = static_cast<const std::byte*>(xcb_get_property_value(reply.get()));
      picture_.insert(picture_.end(), bytes, bytes + xcb_get_property_value_length(reply.get()));
      if (picture_.size() > kPictureBytesMax) return false;
      if (reply->bytes_after == 0) break;
    }
    xcb_delete_property(connection_, window_, atoms_[kProperty]);
    return true;
  }

  // ---- offering ----

  void own(const ClipboardMaker& maker) {
    own_.clear();
    try {
      for (ClipboardForm& form : maker()) {
        if (form.bytes.empty()) continue;
        own_.push_back({atom(form.type), std::make_shared<const std::vector<std::byte>>(std::move(form.bytes))});
      }
    } catch (const std::bad_alloc&) {
      own_.clear();
    }
    if (own_.empty()) return void(clipboard_.owns_ = false);
    xcb_set_selection_owner(connection_, window_, atoms_[kClipboard], XCB_CURRENT_TIME);
    const Reply<xcb_get_selection_owner_reply_t> owner(
        xcb_get_selection_owner_reply(connection_, xcb_get_selection_owner(connection_, atoms_[kClipboard]), nullptr));
    clipboard_.owns_ = owner != nullptr && owner->owner == window_;
  }

  void serve(const xcb_selection_request_event_t& request) {
    // Requests of old programs have no property.
    const xcb_atom_t property = request.property == XCB_ATOM_NONE ? request.target : request.property;
    xcb_selection_notify_event_t notice{};
    notice.response_type = XCB_SELECTION_NOTIFY;
    notice.time = request.time;
    notice.requestor = request.requestor;
    notice.selection = request.selection;
    notice.target = request.target;
    notice.property = put(request, property) ? property : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
    xcb_send_event(connection_, 0, request.requestor, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char*>(&notice));
  }

  bool put(const xcb_selection_request_event_t& request, xcb_atom_t property) {
    if (request.target == atoms_[kTargets]) {
      std::vector<xcb_atom_t> targets = {atoms_[kTargets]};
      for (const Form& form : own_) targets.push_back(form.type);
      xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, request.requestor, property, XCB_ATOM_ATOM, 32,
                          static_cast<std::uint32_t>(targets.size()), targets.data());
      return true;
    }
    const auto form = std::ranges::find(own_, request.target, &Form::type);
    if (form == own_.end()) return false;
    if (form->bytes->size() > kPartBytes) return begin_transfer({request.requestor, property, *form});
    put_bytes(request.requestor, property, form->type, *form->bytes);
    return true;
  }

  void put_bytes(xcb_window_t to, xcb_atom_t property, xcb_atom_t type, std::span<const std::byte> bytes) const {
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, to, property, type, 8,
                        static_cast<std::uint32_t>(bytes.size()), bytes.data());
  }

  bool begin_transfer(const Transfer& transfer) {
    if (transfers_.size() == kTransfersMax) transfers_.erase(transfers_.begin());  // its program may be gone
    transfers_.push_back(transfer);
    xcb_change_window_attributes(connection_, transfer.to, XCB_CW_EVENT_MASK, &kPropertyEvents);
    const auto size = static_cast<std::uint32_t>(transfer.form.bytes->size());
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, transfer.to, transfer.property, atoms_[kIncr], 32, 1,
                        &size);
    return true;
  }

  // Sends the next part. An empty one is the last.
  void send_part(const xcb_property_notify_event_t& event) {
    const auto transfer = std::ranges::find_if(
        transfers_, [&](const Transfer& t) { return t.to == event.window && t.property == event.atom; });
    if (transfer == transfers_.end() || event.state != XCB_PROPERTY_DELETE) return;
    const std::span<const std::byte> rest = std::span(*transfer->form.bytes).subspan(transfer->sent);
    const std::span<const std::byte> part = rest.first(std::min(rest.size(), kPartBytes));
    put_bytes(transfer->to, transfer->property, transfer->form.type, part);
    transfer->sent += part.size();
    if (part.empty()) transfers_.erase(transfer);
  }

  X11Clipboard& clipboard_;
  xcb_connection_t* connection_ = nullptr;
  xcb_window_t window_ = XCB_WINDOW_NONE;
  std::array<xcb_atom_t, kAtomCount> atoms_{};
  std::vector<Form> own_;
  std::vector<Transfer> transfers_;
  std::vector<std::byte> picture_;  // that is being read
  bool waits_ = false, in_parts_ = false;
  Clock::time_point asked_at_, heard_;
};

X11Clipboard::~X11Clipboard() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  wake();
  thread_.join();
  close(wake_);
}

void X11Clipboard::wake() {
  if (!thread_.joinable()) {
    wake_ = eventfd(0, EFD_CLOEXEC);
    thread_ = std::thread([this] { X11ClipboardWorker(*this).run(); });
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t bytes = write(wake_, &one, sizeof one);
}

// Reads to the end. Stops if the writer sends nothing for too long, or too much.
static bool read_all(int pipe, std::vector<std::byte>& bytes) {
  std::array<std::byte, 65536> part;
  for (;;) {
    pollfd source{pipe, POLLIN, 0};
    if (poll(&source, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count())) <= 0) return false;
    const ssize_t count = read(pipe, part.data(), part.size());
    if (count <= 0) return count == 0;
    bytes.insert(bytes.end(), part.begin(), part.begin() + count);
    if (bytes.size() > kPictureBytesMax) return false;
  }
}

static ClipboardAnswer ask_wl_paste() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {{}, tr("The clipboard cannot be reached.")};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  const char* const words[] = {"wl-paste", "--no-newline", "--type", "image/png", nullptr};
  pid_t child = 0;
  const int failed = posix_spawnp(&child, words[0], &actions, nullptr, const_cast<char* const*>(words), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  ClipboardAnswer answer;
  const bool whole = failed == 0 && read_all(ends[0], answer.png);
  close(ends[0]);
  if (failed != 0)
    return {{}, tr("Pictures from a Wayland clipboard need wl-paste, which is in the package wl-clipboard.")};
  if (!whole) kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  if (!whole) return {{}, tr("The program that owns the clipboard does not answer.")};
  if (answer.png.empty()) return {{}, tr("There is no picture on the clipboard.")};
  return answer;
}

// Pictures on the clipboard of a Wayland compositor, by the programs wl-paste and wl-copy (package wl-clipboard): a
// window of SDL can exchange text there, and nothing else.
class WaylandClipboard {
 public:
  ~WaylandClipboard() {
    stops_ = true;
    if (writer_.valid()) writer_.wait();
  }

  void ask() { reader_ = std::async(std::launch::async, ask_wl_paste); }
  std::optional<ClipboardAnswer> take_answer() {
    if (reader_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    return reader_.get();
  }

  // Offers the first form. wl-copy knows one form at a time.
  void offer(ClipboardMaker maker) {
    if (writer_.valid()) {
      stops_ = true;
      writer_.wait();
    }
    stops_ = false;
    writing_ = true;
    writer_ = std::async(std::launch::async, [this, maker = std::move(maker)] {
      try {
        feed(maker);
      } catch (const std::bad_alloc&) {  // nothing is offered
      }
      writing_ = false;
    });
  }
  // Why offer() does nothing; empty if it works.
  static std::string why_not_offered() {
    if (!find_program("wl-copy").empty()) return {};
    return tr("Other programs get no picture of them: that needs wl-copy, which is in the package wl-clipboard.");
  }
  bool owns() { return writing_ || (holder_ && holder_->runs() && !holder_->has_ended()); }

 private:
  // On a thread of its own. --foreground: it is this program's child for as long as it holds the clipboard.
  void feed(const ClipboardMaker& maker) {
    const std::vector<ClipboardForm> forms = maker();
    if (forms.empty()) return;
    PipedProcess& holder = holder_.emplace();
    const std::string program = find_program("wl-copy").string();
    if (program.empty() || !holder.start({program, "--foreground", "--type", forms[0].type}).empty()) return;
    std::span<const std::uint8_t> rest(reinterpret_cast<const std::uint8_t*>(forms[0].bytes.data()),
                                       forms[0].bytes.size());
    while (!rest.empty() && !stops_) {
      const auto taken = holder.send(rest);
      if (!taken) return;
      rest = rest.subspan(*taken);
    }
    while (!stops_ && !holder.has_taken_all()) {
    }
    holder.close_input();
  }

  std::future<ClipboardAnswer> reader_;
  std::future<void> writer_;
  std::atomic<bool> writing_ = false, stops_ = false;
  std::optional<PipedProcess> holder_;  // wl-copy; it ends when another program has the clipboard
};

struct PictureClipboard::Backend {
  X11Clipboard x11;
  WaylandClipboard wayland;
};

PictureClipboard::PictureClipboard(System system) : system_(system), backend_(std::make_unique<Backend>()) {}
PictureClipboard::~PictureClipboard() = default;

PictureClipboard::System PictureClipboard::running_system() {
  const char* const driver = SDL_GetCurrentVideoDriver();
  const std::string_view name = driver != nullptr ? driver : "";
  return name == "x11" ? System::x11 : name == "wayland" ? System::wayland : System::none;
}

void PictureClipboard::ask() {
  if (asking_) return;
  asking_ = true;
  if (system_ == System::x11) backend_->x11.ask();
  if (system_ == System::wayland) backend_->wayland.ask();
}

std::optional<ClipboardAnswer> PictureClipboard::answer() {
  if (system_ == System::none) return ClipboardAnswer{{}, tr("There is nothing to paste.")};
  if (system_ == System::x11) return backend_->x11.take_answer();
  return backend_->wayland.take_answer();
}

void PictureClipboard::offer(ClipboardMaker maker) {
  if (system_ == System::x11) return backend_->x11.offer(std::move(maker));
  if (system_ == System::wayland && why_not_offered().empty()) backend_->wayland.offer(std::move(maker));
}

std::string PictureClipboard::why_not_offered() const {
  return system_ == System::wayland ? WaylandClipboard::why_not_offered() : "";
}

bool PictureClipboard::owns() const {
  return (system_ == System::x11 && backend_->x11.owns()) || (system_ == System::wayland && backend_->wayland.owns());
}

}  // namespace repose
