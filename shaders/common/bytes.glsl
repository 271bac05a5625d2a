// The byte value, 0..255, of a channel of a texture of bytes.
int byte_of(float channel) { return int(channel * 255.0 + 0.5); }
