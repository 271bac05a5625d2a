// Edits of sand. Names are those of src/automata/sandpile/sandpile_world.cpp. Obstacles are not painted here, because
// they push sand aside. Edits of this automaton paint over every element. Input: u_ground (unit 1) = the ground before
// the edit. Constants from C++: kBlocked, kHeightMax, kWetnessMax; of the ground kOpen,
// kObstacle, kSpring, kDrain; kPours, kDrains; those of patch.glsl.
#include "common/patch.glsl"

uniform sampler2D u_ground;

// The ground of a cell after the edit.
int ground_after(ivec2 operation, int ground) {
  if (operation.r == kPaintAir || (operation.r >= kAdd && u_clears == 1)) return kOpen;
  if (operation.r == kPaintFaucet) return kSpring;
  return operation.r == kPaintDrain ? kDrain : ground;
}
