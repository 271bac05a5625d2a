#include "session/world_commands.hpp"

#include <fmt/format.h>

#include <utility>

#include "repose/clip.hpp"
#include "repose/picture.hpp"
#include "repose/scene.hpp"
#include "session/command_results.hpp"
#include "session/height_map.hpp"
#include "session/world_ops.hpp"

namespace repose::commands {

namespace {

bool is_world_size(int width, int height) {
  return width >= kWorldSideMin && width <= kWorldSideMax && height >= kWorldSideMin && height <= kWorldSideMax;
}

// Runs this world from step 0, and makes it the one that Reset returns to.
Status begin_with(RunningSolver& running, const World& world) {
  return running.change_to(starting_at(running.state(), {running.store().put(world), 0, {}}), world);
}

CommandResult has_no_heights(const RunningSolver& running) {
  return failed(fmt::format("{} has no heights; sandpile has.", running.automaton()));
}

}  // namespace

std::optional<CommandResult> refuse_size(int width, int height) {
  if (is_world_size(width, height)) return std::nullopt;
  return failed(fmt::format("A world of {} x {} cells is out of range: a side has {} to {} cells.", width, height,
                            kWorldSideMin, kWorldSideMax));
}

CommandResult load_picture(RunningSolver& running, const command::LoadPicture& c) {
  PictureToWorld read;
  if (const Status status = read_png_as_world(c.path, running.ruleset(), read); !status)
    return failed(status.message());
  const int width = read.world.width(), height = read.world.height();
  const std::uint64_t pixels = read.world.cell_count();
  if (!c.resize_world) {
    read.world = resized(read.world, running.width(), running.height(), command::Anchor::centre, running.ruleset());
  }
  if (const Status status = begin_with(running, read.world); !status) return failed(status.message());
  std::string text = fmt::format("Loaded {}: {} x {} pixels", c.path.filename().string(), width, height);
  if (read.unmatched > 0)
    text += fmt::format("; {} of {} pixels matched no colour; the nearest was used", read.unmatched, pixels);
  return done(std::move(text));
}

CommandResult save_picture(const RunningSolver& running, const command::SavePicture& c) {
  const Status status = write_png(c.path, world_to_picture(running.download(), running.ruleset()));
  return status ? done(fmt::format("Saved {}", c.path.filename().string())) : failed(status.message());
}

CommandResult load_height_map(RunningSolver& running, const command::LoadHeightMap& c) {
  if (!running.facts().state_planes().has(Plane::height)) return has_no_heights(running);
  World world;
  if (const Status status = read_height_map(c.path, world); !status) return failed(status.message());
  if (const Status status = begin_with(running, world); !status) return failed(status.message());
  return done(fmt::format("Loaded {}: {} x {} heights", c.path.filename().string(), running.width(), running.height()));
}

CommandResult save_height_map(const RunningSolver& running, const command::SaveHeightMap& c) {
  const World world = running.download();
  if (!world.has(Plane::height)) return has_no_heights(running);
  std::uint64_t clipped = 0;
  if (const Status status = write_height_map(c.path, world.bytes(Plane::height), world.width(), clipped); !status)
    return failed(status.message());
  std::string text = fmt::format("Saved {}", c.path.filename().string());
  if (clipped > 0) text += fmt::format("; {} heights below 0 or above 255 were cut off", clipped);
  return done(std::move(text));
}

CommandResult new_world(RunningSolver& running, const command::NewWorld& c) {
  if (auto refused = refuse_size(c.width, c.height)) return *refused;
  if (const Status status = begin_with(running, World(c.width, c.height)); !status) return failed(status.message());
  return done(fmt::format("New world: {} x {} cells", running.width(), running.height()));
}

CommandResult resize_world(RunningSolver& running, const command::ResizeWorld& c) {
  if (auto refused = refuse_size(c.width, c.height)) return *refused;
  const auto in_new_size = [&](const World& world) {
    return resized(world, c.width, c.height, c.anchor, running.ruleset());
  };
  RunState next = running.state();
  next.origin.world = running.store().put(in_new_size(origin_world(running.state())));
  if (const Status status = running.change_to(std::move(next), in_new_size(running.download())); !status)
    return failed(status.message());
  return done(fmt::format("The world now has {} x {} cells", running.width(), running.height()));
}

CommandResult turn_world(RunningSolver& running, const command::TurnWorld& c) {
  const ClipTransform transform = c.turn == command::Turn::left    ? ClipTransform::counterclockwise
                                  : c.turn == command::Turn::right ? ClipTransform::clockwise
                                                                   : ClipTransform::half_turn;
  if (const Status status = running.change_to(running.state(), transformed(running.download(), transform)); !status)
    return failed(status.message());
  if (c.turn == command::Turn::half) return done("Turned upside down");
  return done(fmt::format("Turned {}: the world now has {} x {} cells",
                          c.turn == command::Turn::left ? "left" : "right", running.width(), running.height()));
}

CommandResult put_world(RunningSolver& running, const command::PutWorld& c) {
  if (const Status status = begin_with(running, c.world); !status) return failed(status.message());
  return done(fmt::format("Loaded a world of {} x {} cells", running.width(), running.height()));
}

CommandResult clear_world(RunningSolver& running) {
  const Status status = running.change_to(running.state(), World(running.width(), running.height()));
  return status ? done("Cleared") : failed(status.message());
}

CommandResult reset_world(RunningSolver& running) {
  RunState next = running.state();
  next.run.step = next.origin.step;
  if (const Status status = running.change_to(std::move(next), origin_world(running.state())); !status)
    return failed(status.message());
  const std::string& scene = running.state().origin.scene;
  return done(scene.empty() ? "Back at the start" : fmt::format("Back at the start of {}", find_scene(scene)->title));
}

}  // namespace repose::commands
