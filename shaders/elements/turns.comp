// The turns of a pass, in place: one invocation a block.
// Outputs: u_world (image 0), the cells; u_stamps (image 1), what waits for the end of the pass, one texel a block.
// Inputs: u_blocks = how many there are across and down; see lattice.glsl, rules.glsl, turn.glsl.
#include "elements/cell.glsl"
#include "elements/lattice.glsl"
#include "elements/rules.glsl"

layout(local_size_x = 8) in;
layout(binding = 0, rgba8ui) uniform uimage2D u_world;
layout(binding = 1, rgba32ui) uniform writeonly uimage2D u_stamps;
uniform ivec2 u_blocks;

Area block;  // of this invocation

uint cell_at(ivec2 p) { return cell_of(imageLoad(u_world, p)); }
void put_cell(ivec2 p, uint cell) { imageStore(u_world, p, texel_of(cell)); }

bool stack_falls(ivec2 p) {
  int end = min(held_up_by(p.y) + 1, block.end.y);
  for (int y = p.y + 1; y < end; ++y) {
    if (direction_of(element_of(cell_at(ivec2(p.x, y)))) <= 0) return false;
  }
  return true;
}

#include "elements/turn.glsl"

void take_turns(Area group) {
  int width = group.end.x - group.begin.x;
  for (int y = group.end.y - 1; y >= group.begin.y; --y) {
    bool right = rightwards(group, y);
    for (int i = 0; i < width; ++i) take_turn(ivec2(right ? group.begin.x + i : group.end.x - 1 - i, y));
  }
}

void move_all_late(Area group) {
  for (int y = block.end.y - 1; y >= block.begin.y; --y) {
    bool right = rightwards(group, y);
    for (int i = 0; i < block.end.x - block.begin.x; ++i) {
      ivec2 p = ivec2(right ? block.begin.x + i : block.end.x - 1 - i, y);
      if (!is_border(p) && pass_of(p) <= u_pass) move_late(block, p, slides_now(group, p));
    }
  }
}

void main() {
  int number = int(gl_GlobalInvocationID.x);
  ivec2 place = ivec2(number % u_blocks.x, number / u_blocks.x);
  if (place.y >= u_blocks.y) return;
  Area group = group_at(place);
  block = block_at(place);
  take_turns(group);
  if (is_on(kGravity)) move_all_late(group);
  imageStore(u_stamps, place, stamp_waiting);
}
