// A channel of a texture of bytes as the byte that it is, 0..255.
int byte_of(float channel) { return int(channel * 255.0 + 0.5); }
