#include "app/desk/sound.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "app/desk/desk.hpp"
#include "automata/conserving/air.hpp"
#include "core/language.hpp"
#include "gl/gl.hpp"

namespace repose {

namespace {

constexpr double kListenSeconds = 1.0 / 30 - 1e-3;  // between two comparisons; a frame may come a little early
constexpr double kHoldSeconds = 0.25;               // a world that takes few steps a second sounds on between them
constexpr double kPaintSeconds = 0.2;  // in which painted cells may still be heard: a GPU answers some frames later
constexpr double kPauseSeconds = 1;    // of silence, after which the device is paused
constexpr double kRetrySeconds = 10;   // between two attempts to open a device

// Whether a command changes cells where they are, as a person sees it, and does not bring another world.
bool goes_on(const Command& command) {
  return std::holds_alternative<command::Paint>(command) || std::holds_alternative<command::PasteClip>(command) ||
         std::holds_alternative<command::EraseRect>(command) || std::holds_alternative<command::Fill>(command) ||
         std::holds_alternative<command::Step>(command) || std::holds_alternative<command::SetParameter>(command) ||
         std::holds_alternative<command::SetSign>(command) || std::holds_alternative<command::KeepLedger>(command);
}

}  // namespace

bool SoundPlayer::is_wanted() const {
  return !is_off_ && !desk_.settings.sound.muted && desk_.settings.sound.volume_percent > 0;
}

void SoundPlayer::rules_replaced() {
  kinds_ = sound::kinds_of(desk_.session().ruleset());
  forget_heard();
}

void SoundPlayer::command_done(const Command& command) {
  if (goes_on(command)) {
    if (!std::holds_alternative<command::Step>(command)) painted_at_ = ticked_at_;
    return;
  }
  forget_heard();
  thuds_.forget();
  events_ = {};
  wind_ = {};
}

void SoundPlayer::tick(double now) {
  ticked_at_ = now;
  if (device_.is_lost()) device_.close();
  if (!is_wanted()) {
    forget_heard();
    return calm(now);
  }
  device_.feed().put_volume(static_cast<float>(desk_.settings.sound.volume_percent) / 100);
  if (!device_.is_open() && now - failed_at_ < kRetrySeconds) return;
  if (now - listened_at_ >= kListenSeconds) listen(now);
  if (now - std::max(counted_at_, ran_at_) > kHoldSeconds) calm(now);
}

void SoundPlayer::listen(double now) {
  listened_at_ = now;
  const CellView view = desk_.session().view();
  CellBox area = {0, 0, view.width, view.height};  // what is visible
  if (!desk_.view.canvas.in_relief()) {
    const auto [x, y] = cells_in_view(desk_.view.canvas.camera(), view.width, view.height, 0);
    area = {x.begin, y.begin, x.size(), y.size()};
  }
  if (view.empty() || area.width <= 0 || area.height <= 0) return forget_heard();
  const std::uint64_t step = desk_.session().view_step();
  if (step < step_) forget_heard();  // back in time
  const bool runs = step > std::exchange(step_, step);
  const auto counts = count_events(view, area);
  if (!runs && !counts) return;
  sound::HeardAir air;
  if (view.air.present()) {
    air = air_.listen(view.air, area);
  } else if (view.texture() != nullptr && desk_.simulation.knows(Plane::air)) {
    // Only the wind of its parameters is known: the air itself is not read back for the sound.
    air.speed.fill(static_cast<float>(conserving::wind_of(desk_.session().solver_facts())));
  }
  if (runs) {  // wind may blow where no cell changes
    wind_ = air.speed;
    ran_at_ = now;
  } else if (now - ran_at_ > kHoldSeconds) {
    wind_ = {};
  }
  if (counts) {
    events_ = sound::activity_of(*counts);
    thud_ = thuds_.find(*counts, now - painted_at_ < kPaintSeconds, air.rise);
    counted_at_ = now;
  } else if (now - counted_at_ > kHoldSeconds) {
    events_ = {};
  }
  sound::Activity activity = events_;
  activity.put_wind(wind_);
  const auto thud = std::exchange(thud_, std::nullopt);
  const bool any = activity.any();
  if (any) heard_at_ = now;
  if (any && !device_.is_open()) {
    problem_ = device_.open();
    if (!problem_.empty()) {
      failed_at_ = now;
      return;
    }
  }
  if (any) device_.set_playing(true);
  if (thud) device_.feed().put(*thud);
  if (any || sounds_) device_.feed().put(activity);
  sounds_ = any;
  if (!any) calm(now);
}

void SoundPlayer::calm(double now) {
  if (!is_wanted()) device_.feed().put_volume(0);
  if (sounds_) device_.feed().put(sound::Activity{});
  sounds_ = false;
  if (device_.is_playing() && now - heard_at_ > kPauseSeconds && device_.feed().silent()) device_.set_playing(false);
}

std::optional<sound::EventCounts> SoundPlayer::count_events(const CellView& view, const CellBox& area) {
  const bool changed = view.generation != std::exchange(generation_, view.generation);
  std::optional<sound::EventCounts> counts;
  if (view.texture() != nullptr) {
    memory_.forget();
    std::string error;  // without these shaders there is only no sound
    if (!textures_ && !textures_failed_) textures_ = GpuListener::create(error);
    textures_failed_ = !textures_;
    if (textures_failed_) return std::nullopt;
    counts = textures_->collect();
    if (changed) textures_->listen(view, area, kinds_);
  } else if (view.memory() != nullptr && changed) {
    if (textures_) textures_->forget();
    counts = memory_.listen(view, area, kinds_);
  }
  if (counts && counts->samples == 0) counts.reset();
  return counts;
}

void SoundPlayer::forget_heard() {
  air_.forget();
  if (generation_ == 0) return;
  memory_.forget();
  if (textures_) textures_->forget();
  generation_ = 0;
}

AudioDevice::~AudioDevice() {
  constexpr Uint32 kPatienceMs = 150, kNapMs = 10;  // a fade takes less
  if (playing_ && !is_lost()) {
    feed_.put_volume(0);
    feed_.put(sound::Activity{});
    for (Uint32 waited = 0; waited < kPatienceMs && !feed_.silent(); waited += kNapMs) SDL_Delay(kNapMs);
  }
  close();
}

std::string AudioDevice::open() {
  const auto problem = [](const char* why) { return trf("No audio device: {}.", why); };
  if (SDL_WasInit(SDL_INIT_AUDIO) == 0 && SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return problem(SDL_GetError());
  // Asks first, because ALSA prints what goes wrong when a device that is not there is opened.
  constexpr int kForOutput = 0;
  if (SDL_GetNumAudioDevices(kForOutput) == 0) return tr("No audio device: none is connected.");
  constexpr int kRate = 48000, kBufferFrames = 1024;  // 21 ms: thuds are not late, and the thread rarely wakes
  SDL_AudioSpec wanted{}, got{};
  wanted.freq = kRate;
  wanted.format = AUDIO_F32SYS;
  wanted.channels = 2;
  wanted.samples = kBufferFrames;
  wanted.callback = fill;
  wanted.userdata = this;
  // The device begins paused, so fill() does not run before the synthesiser exists.
  id_ = SDL_OpenAudioDevice(nullptr, 0, &wanted, &got, SDL_AUDIO_ALLOW_FREQUENCY_CHANGE);
  if (id_ == 0) return problem(SDL_GetError());
  synth_ = std::make_unique<sound::Synth>(got.freq);
  seconds_per_frame_ = 1.0f / static_cast<float>(got.freq);
  return {};
}

void AudioDevice::close() {
  if (id_ != 0) SDL_CloseAudioDevice(id_);  // waits for fill()
  id_ = 0;
  playing_ = false;
}

void AudioDevice::set_playing(bool playing) {
  if (playing == playing_) return;
  playing_ = playing;
  SDL_PauseAudioDevice(id_, playing ? 0 : 1);
}

void AudioDevice::fill(void* device, Uint8* buffer, int bytes) {
  auto& self = *static_cast<AudioDevice*>(device);
  const std::span<float> stereo(reinterpret_cast<float*>(buffer), static_cast<std::size_t>(bytes) / sizeof(float));
  self.feed_.play(*self.synth_, stereo, self.seconds_per_frame_ * static_cast<float>(stereo.size() / 2));
}

using sound::Event, sound::EventCounts, sound::HearingGrid, sound::Kind, sound::KindTable;

constexpr int kBeforeUnit = 4;
constexpr std::size_t kKindsAWord = 8;
constexpr std::size_t kKindWords = kElementsMax / kKindsAWord;

Program GpuListener::load(const char* vertex, const char* fragment, std::string& error) {
  // In the order in which events.vert reads it.
  static const auto made = [] {
    std::array<std::uint32_t, sound::kKindCount * sound::kKindCount> events{};
    for (std::size_t i = 0; i < events.size(); ++i) {
      events[i] = static_cast<std::uint32_t>(
          sound::event_of(static_cast<Kind>(i / sound::kKindCount), static_cast<Kind>(i % sound::kKindCount)));
    }
    return events;
  }();
  const ShaderConstant constants[] = {{"kElements", Source::elements},
                                      {"kPacked", Source::packed},
                                      {"kAmounts", Source::amounts},
                                      {"kTileColumns", std::int32_t{sound::kTileColumns}},
                                      {"kTileRows", std::int32_t{sound::kTileRows}},
                                      {"kKindCount", static_cast<std::uint32_t>(sound::kKindCount)},
                                      {"kKindWords", static_cast<std::int32_t>(kKindWords)},
                                      {"kEvents", std::span<const std::uint32_t>(made)}};
  constexpr SamplerUnit kUnits[] = {
      {"u_cells", 0}, {"u_packed_cells", 1}, {"u_codes", 2}, {"u_amounts", 3}, {"u_before", 4}};
  return Program::load({vertex, fragment}, constants, error, kUnits);
}

std::unique_ptr<GpuListener> GpuListener::create(std::string& error) {
  const GlStateGuard guard;
  auto samples = load("common/fullscreen.vert", "sound/samples.frag", error);
  auto events = load("sound/events.vert", "sound/events.frag", error);
  if (!error.empty()) return nullptr;
  std::unique_ptr<GpuListener> listener(new GpuListener(std::move(samples), std::move(events)));
  if (!listener->counts_.complete()) {
    error = tr("This GPU cannot draw into the texture that counts what is heard.");
    return nullptr;
  }
  listener->counts_.reset();
  return listener;
}

GpuListener::GpuListener(Program samples, Program events)
    : samples_program_(std::move(samples)),
      events_program_(std::move(events)),
      no_vertices_(make_gl_vertex_array()),
      counts_(kTexelRgba32f, sound::kTileColumns, sound::kTileRows, "heard events") {}

void GpuListener::forget() {
  if (grid_.empty()) return;
  const GlStateGuard guard;
  counts_.reset();
  grid_ = {};
  compared_ = asked_ = 0;
}

void GpuListener::listen(const CellView& view, const CellBox& area, const KindTable& kinds) {
  const auto plane = sound::heard_plane(view);
  if (!plane) return;
  const GlStateGuard guard;
  const bool remembered = !grid_.empty() && plane_ == *plane && width_ == view.width && height_ == view.height;
  const auto most = static_cast<std::uint64_t>(HearingGrid::kSamplesMax);
  if (remembered && counts_.has_room_for(most)) {  // compares
    const Program& program = events_program_;
    program.use();
    set_source(program, view, plane_, grid_);
    glActiveTexture(GL_TEXTURE0 + kBeforeUnit);
    glBindTexture(GL_TEXTURE_2D, before_.texture.name());
    glUniform2i(program.uniform("u_samples"), grid_.columns, grid_.rows);
    std::array<GLuint, kKindWords> words{};
    for (std::size_t i = 0; i < kinds.size(); ++i)
      words[i / kKindsAWord] |= static_cast<GLuint>(kinds[i]) << (4 * (i % kKindsAWord));
    glUniform1uiv(program.uniform("u_kinds"), kKindWords, words.data());
    glUniform1i(program.uniform("u_heard_change"), plane_ == Plane::mass ? sound::kHeardMass : sound::kHeardHeight);
    glUniform1i(program.uniform("u_amount_event"),
                static_cast<GLint>(plane_ == Plane::mass ? Event::liquid : Event::powder));
    glBindVertexArray(no_vertices_.get());
    const AdditiveBlending blending;
    counts_.add(static_cast<std::uint64_t>(grid_.samples()),
                [this] { glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(grid_.samples())); });
    compared_ += static_cast<std::uint32_t>(grid_.samples());
  }
  // Remembers what is there now.
  const HearingGrid grid = sound::make_hearing_grid(area);
  if (!before_.texture || before_.texture.width() < grid.columns || before_.texture.height() < grid.rows)
    before_ = Canvas(kTexelR32i, grid.columns, grid.rows, "heard before");
  samples_program_.use();
  set_source(samples_program_, view, *plane, grid);
  before_.framebuffer.bind();
  glViewport(0, 0, grid.columns, grid.rows);
  glBindVertexArray(no_vertices_.get());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  grid_ = grid;
  plane_ = *plane;
  width_ = view.width;
  height_ = view.height;
  if (counts_.is_under_way() || counts_.is_empty()) return;
  counts_.ask();
  asked_ = std::exchange(compared_, 0);
}

void GpuListener::set_source(const Program& program, const CellView& view, Plane plane, const HearingGrid& grid) {
  const TextureCells& shown = *view.texture();
  const Source source = plane != Plane::cells ? Source::amounts : shown.packed() ? Source::packed : Source::elements;
  const auto bind = [](int unit, GLuint texture, GLenum kind = GL_TEXTURE_2D) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(kind, texture);
  };
  bind(0, source == Source::elements ? shown.cells : 0);
  bind(1, source == Source::packed ? shown.cells : 0);
  bind(2, source == Source::packed ? shown.elements_by_code : 0);
  bind(3, source == Source::amounts ? shown.texture_of(plane) : 0, GL_TEXTURE_2D_ARRAY);
  glUniform1i(program.uniform("u_source"), static_cast<GLint>(source));
  glUniform1i(program.uniform("u_cell_bits"), shown.packed() ? shown.code_bits() : 0);
  glUniform2i(program.uniform("u_first"), grid.first.x, grid.first.y);
  glUniform2i(program.uniform("u_step"), grid.step_x, grid.step_y);
}

EventCounts GpuListener::collect() {
  EventCounts counts;
  const GlStateGuard guard;
  counts_.collect(false, [&](std::span<const float> floats) {
    counts.samples = asked_;
    for (std::size_t i = 0; i < floats.size(); ++i)
      counts.tiles[i / sound::kEventCount][i % sound::kEventCount] = static_cast<std::uint32_t>(std::lround(floats[i]));
  });
  return counts;
}

}  // namespace repose
