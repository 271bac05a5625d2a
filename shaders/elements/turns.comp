// The turns of a pass, in place: one invocation per block. Outputs: u_world (image 0), the cells; u_stamps (image 1),
// the stamps that are drawn at the end of the pass, one texel per block. Inputs: u_blocks = the number of blocks across
// and down; see lattice.glsl, rules.glsl, turn.glsl.
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

// The position of a scan through an area: rows bottom to top, each in the direction of the group's row.
struct Walk {
  int y, n;
  bool right;
};

Walk walk_from(int y, Area group) { return Walk(y, 0, rightwards(group, y)); }
ivec2 place_of(Walk walk, Area area) { return nth_of_row(area, walk.y, walk.right, walk.n); }

void go_on(inout Walk walk, Area area, Area group) {
  if (++walk.n == area.end.x - area.begin.x) walk = walk_from(walk.y - 1, group);
}

// Each invocation searches its next turn separately; then all of them take their turns together.
void take_turns(Area group) {
  if (group.begin.x >= group.end.x) return;
  for (Walk walk = walk_from(group.end.y - 1, group); walk.y >= group.begin.y; go_on(walk, group, group)) {
    while (walk.y >= group.begin.y && !has_turn(place_of(walk, group))) go_on(walk, group, group);
    if (walk.y < group.begin.y) break;
    take_turn(place_of(walk, group));
  }
}

void move_all_late(Area group) {
  if (block.begin.x >= block.end.x) return;
  for (Walk walk = walk_from(block.end.y - 1, group); walk.y >= block.begin.y; go_on(walk, block, group)) {
    while (walk.y >= block.begin.y && !may_move_late(place_of(walk, block))) go_on(walk, block, group);
    if (walk.y < block.begin.y) break;
    ivec2 p = place_of(walk, block);
    move_late(block, p, slides_now(group, p));
  }
}

void main() {
  ivec2 place = ivec2(gl_GlobalInvocationID.xy);
  if (place.x >= u_blocks.x) return;
  Area group = group_at(place);
  block = block_at(place);
  take_turns(group);
  if (is_on(kGravity)) move_all_late(group);
  imageStore(u_stamps, place, stamp_waiting);
}
