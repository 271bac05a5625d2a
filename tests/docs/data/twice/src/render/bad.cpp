constexpr float kLevel = 0.37f, kQuarter = 0.25f;  // 0.123 in a comment
const ShaderConstant constants[] = {{"kFromCpp", 1}, {"kForNobody", 2}};
