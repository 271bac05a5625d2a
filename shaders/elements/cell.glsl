// A cell of elements as one word: bits 0..7 element, 8..14 energy, 15 served (it has no more turns in this frame),
// 16..23 and 24..31 the speeds to the right and down, signed. In texels of four bytes the speed down is inverted, so
// that a cell painted with alpha 255 has speed 0. Constants from C++: kServed, kCellEnergyShift, kEnergyMask.

uint cell_of(uvec4 texel) { return texel.r | texel.g << 8 | texel.b << 16 | (255u - texel.a) << 24; }

uvec4 texel_of(uint cell) {
  return uvec4(cell & 0xffu, (cell >> 8) & 0xffu, (cell >> 16) & 0xffu, 255u - (cell >> 24));
}

uint element_of(uint cell) { return cell & 0xffu; }
int energy_of(uint cell) { return int((cell >> kCellEnergyShift) & kEnergyMask); }
bool is_served(uint cell) { return (cell & kServed) != 0u; }
int x_speed_of(uint cell) { return int(cell << 8) >> 24; }
int y_speed_of(uint cell) { return int(cell) >> 24; }

uint with_element(uint cell, uint element) { return (cell & ~0xffu) | element; }
uint with_energy(uint cell, int energy) {
  return (cell & ~(kEnergyMask << kCellEnergyShift)) | uint(energy) << kCellEnergyShift;
}
uint with_x_speed(uint cell, int speed) { return (cell & ~0xff0000u) | (uint(speed) & 0xffu) << 16; }
uint with_y_speed(uint cell, int speed) { return (cell & 0xffffffu) | uint(speed) << 24; }

// A new cell of that element.
uint filled(uint cell, uint element) { return (cell & kServed) | element; }
