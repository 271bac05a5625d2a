// The mark of springs (1) and drains (-1), or a mean of both, in a channel of eight bits: hundredths, 0 at byte 128.
float pack_mark(float mark) { return (mark * 100.0 + 128.0) / 255.0; }

float unpack_mark(float channel) { return (channel * 255.0 - 128.0) / 100.0; }
