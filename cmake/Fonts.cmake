# Where fonts are not part of the system or of a package that Repose depends on, those of Debian are beside the program,
# in assets/fonts (src/app/widgets/theme.cpp).
include_guard()
set(REPOSE_FONTS
  /usr/share/fonts/opentype/inter/Inter-Regular.otf
  /usr/share/fonts/opentype/inter/Inter-SemiBold.otf
  /usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf)
