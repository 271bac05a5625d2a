#include "app/files/x11_clipboard.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <xcb/xcb.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>

#include "core/within_memory.hpp"

namespace repose {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPatience = std::chrono::seconds(2);  // longest time without a message from the other program
constexpr auto kPatienceInAll = std::chrono::seconds(10);
constexpr std::size_t kPictureBytesMax = 64u << 20;
constexpr std::uint32_t kPartWords = 1u << 16;  // words of a property that are requested at once

struct Free {
  void operator()(void* reply) const { std::free(reply); }
};
template <class T>
using Reply = std::unique_ptr<T, Free>;

}  // namespace

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
      const bool enough = within_memory([&] {
        goes_on = take_orders(connected);
        if (goes_on) wait();
      });
      if (!enough && waits_) give_up();
    }
  }

 private:
  enum Atom : std::size_t { kClipboard, kTargets, kPng, kIncr, kProperty, kAtomCount };

  bool connect() {
    int screen_number = 0;
    connection_ = xcb_connect(nullptr, &screen_number);
    if (xcb_connection_has_error(connection_) != 0) return false;
    xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(connection_));
    for (; screen_number > 0 && screens.rem > 1; --screen_number) xcb_screen_next(&screens);
    window_ = xcb_generate_id(connection_);
    const std::uint32_t events = XCB_EVENT_MASK_PROPERTY_CHANGE;
    xcb_create_window(connection_, 0, window_, screens.data->root, 0, 0, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                      XCB_COPY_FROM_PARENT, XCB_CW_EVENT_MASK, &events);
    return intern_atoms();
  }

  bool intern_atoms() {
    constexpr std::string_view kNames[kAtomCount] = {"CLIPBOARD", "TARGETS", "image/png", "INCR", "REPOSE_PICTURE"};
    xcb_intern_atom_cookie_t cookies[kAtomCount];
    for (std::size_t i = 0; i < kAtomCount; ++i) {
      cookies[i] = xcb_intern_atom(connection_, 0, static_cast<std::uint16_t>(kNames[i].size()), kNames[i].data());
    }
    for (std::size_t i = 0; i < kAtomCount; ++i) {
      const Reply<xcb_intern_atom_reply_t> reply(xcb_intern_atom_reply(connection_, cookies[i], nullptr));
      if (reply == nullptr) return false;
      atoms_[i] = reply->atom;
    }
    return true;
  }

  bool is_alive() const { return xcb_connection_has_error(connection_) == 0; }

  // Takes over the app's requests; false when the thread must end.
  bool take_orders(bool connected) {
    bool asked = false;
    PictureMaker offered;
    {
      const std::lock_guard lock(clipboard_.mutex_);
      if (clipboard_.ends_) return false;
      std::swap(asked, clipboard_.asked_);
      std::swap(offered, clipboard_.offered_);
    }
    if (!connected || !is_alive()) {
      clipboard_.owns_ = false;
      if (asked) answer({{}, "The clipboard cannot be reached."});
      return true;
    }
    if (asked) begin_to_ask();
    if (offered) own(offered);
    return true;
  }

  void give_up() {
    within_memory([this] { answer({{}, "There is not enough memory for the picture on the clipboard."}); });
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
    if (waits_ && (ready == 0 || !is_alive())) answer({{}, "The program that owns the clipboard does not answer."});
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
      case XCB_PROPERTY_NOTIFY: return take_part(reinterpret_cast<const xcb_property_notify_event_t&>(event));
      case XCB_SELECTION_REQUEST: return serve(reinterpret_cast<const xcb_selection_request_event_t&>(event));
      case XCB_SELECTION_CLEAR: clipboard_.owns_ = false; return;
      default: return;
    }
  }

  // ---- reading ----

  void begin_to_ask() {
    waits_ = true;
    in_parts_ = false;
    asked_at_ = heard_ = Clock::now();
    picture_.clear();
    xcb_delete_property(connection_, window_, atoms_[kProperty]);
    xcb_convert_selection(connection_, window_, atoms_[kClipboard], atoms_[kPng], atoms_[kProperty], XCB_CURRENT_TIME);
  }

  void take_notice(const xcb_selection_notify_event_t& event) {
    if (!waits_ || in_parts_ || event.selection != atoms_[kClipboard]) return;
    heard_ = Clock::now();
    if (event.property == XCB_ATOM_NONE) return answer({{}, "There is no picture on the clipboard."});
    xcb_atom_t type = XCB_ATOM_NONE;
    if (!read_property(type)) return answer({{}, "The picture on the clipboard is too large."});
    in_parts_ = type == atoms_[kIncr];
    if (in_parts_) picture_.clear();  // it held an estimate of the size
    if (!in_parts_) answer({std::move(picture_), {}});
  }

  void take_part(const xcb_property_notify_event_t& event) {
    if (!in_parts_ || event.window != window_ || event.atom != atoms_[kProperty] ||
        event.state != XCB_PROPERTY_NEW_VALUE)
      return;
    heard_ = Clock::now();
    const std::size_t before = picture_.size();
    xcb_atom_t type = XCB_ATOM_NONE;
    if (!read_property(type)) return answer({{}, "The picture on the clipboard is too large."});
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

  void own(const PictureMaker& maker) {
    own_.clear();
    if (!within_memory([&] { own_ = maker(); }) || own_.empty()) {
      clipboard_.owns_ = false;
      return;
    }
    xcb_set_selection_owner(connection_, window_, atoms_[kClipboard], XCB_CURRENT_TIME);
    const Reply<xcb_get_selection_owner_reply_t> owner(
        xcb_get_selection_owner_reply(connection_, xcb_get_selection_owner(connection_, atoms_[kClipboard]), nullptr));
    clipboard_.owns_ = owner != nullptr && owner->owner == window_;
  }

  void serve(const xcb_selection_request_event_t& request) {
    const xcb_atom_t property =
        request.property == XCB_ATOM_NONE ? request.target : request.property;  // the form of requests of old programs
    xcb_selection_notify_event_t notice{};
    notice.response_type = XCB_SELECTION_NOTIFY;
    notice.time = request.time;
    notice.requestor = request.requestor;
    notice.selection = request.selection;
    notice.target = request.target;
    notice.property = put(request, property) ? property : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
    xcb_send_event(connection_, 0, request.requestor, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char*>(&notice));
  }

  bool put(const xcb_selection_request_event_t& request, xcb_atom_t property) const {
    if (request.target == atoms_[kTargets]) {
      const xcb_atom_t targets[] = {atoms_[kTargets], atoms_[kPng]};
      xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, request.requestor, property, XCB_ATOM_ATOM, 32, 2,
                          targets);
      return true;
    }
    // Pictures of worlds are small when packed: one that is too long for a request would be too large to view.
    const std::size_t most = std::size_t{xcb_get_maximum_request_length(connection_)} * 4 - 64;
    if (request.target != atoms_[kPng] || own_.empty() || own_.size() > most) return false;
    xcb_change_property(connection_, XCB_PROP_MODE_REPLACE, request.requestor, property, atoms_[kPng], 8,
                        static_cast<std::uint32_t>(own_.size()), own_.data());
    return true;
  }

  X11Clipboard& clipboard_;
  xcb_connection_t* connection_ = nullptr;
  xcb_window_t window_ = XCB_WINDOW_NONE;
  std::array<xcb_atom_t, kAtomCount> atoms_{};
  std::vector<std::byte> own_, picture_;
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

void X11Clipboard::ask() {
  {
    const std::lock_guard lock(mutex_);
    asked_ = true;
    answer_.reset();
  }
  wake();
}

std::optional<ClipboardAnswer> X11Clipboard::take_answer() {
  const std::lock_guard lock(mutex_);
  return std::exchange(answer_, std::nullopt);
}

void X11Clipboard::offer(PictureMaker maker) {
  {
    const std::lock_guard lock(mutex_);
    offered_ = std::move(maker);
  }
  owns_ = true;  // the thread resets it on failure
  wake();
}

void X11Clipboard::wake() {
  if (!thread_.joinable()) {
    wake_ = eventfd(0, EFD_CLOEXEC);
    thread_ = std::thread([this] { X11ClipboardWorker(*this).run(); });
  }
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t bytes = write(wake_, &one, sizeof one);
}

}  // namespace repose
