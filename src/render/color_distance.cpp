#include "render/color_distance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace repose {

namespace {

constexpr double kDegree = std::numbers::pi / 180;
// X, Y and Z of the white D65, and the limits of the linear part of CIELAB (CIE 15:2004).
constexpr double kWhiteX = 0.95047, kWhiteZ = 1.08883;
constexpr double kLabLinear = 216.0 / 24389, kLabSlope = 24389.0 / 27;

using Matrix = std::array<std::array<double, 3>, 3>;
constexpr std::array<Matrix, 3> kMachado = {{
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};

double linear_channel(std::uint8_t byte) {
  const double value = byte / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

std::uint8_t byte_channel(double linear) {
  const double light = std::clamp(linear, 0.0, 1.0);
  const double value = light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(value * 255));
}

double lab_curve(double t) { return t > kLabLinear ? std::cbrt(t) : (kLabSlope * t + 16) / 116; }
double lab_curve_inverse(double f) {
  const double cube = f * f * f;
  return cube > kLabLinear ? cube : (116 * f - 16) / kLabSlope;
}

double seventh_power(double x) {
  const double cube = x * x * x;
  return cube * cube * x;
}

// 0 for greys, towards 1 for strong colours.
double strength_of(double chroma) {
  constexpr double k25To7 = 6103515625.0;
  const double power = seventh_power(chroma);
  return std::sqrt(power / (power + k25To7));
}

double lightness_scale(double mean_lightness) {
  const double from_middle = (mean_lightness - 50) * (mean_lightness - 50);
  return 1 + 0.015 * from_middle / std::sqrt(20 + from_middle);
}

double length(double a, double b) { return std::sqrt(a * a + b * b); }

// Hue in degrees, 0..360; 0 for greys.
double hue_of(double a, double b) {
  if (a == 0 && b == 0) return 0;
  const double hue = std::atan2(b, a) / kDegree;
  return hue < 0 ? hue + 360 : hue;
}

}  // namespace

LinearColor linear_of(Color color) {
  static const std::array<double, 256> kLight = [] {
    std::array<double, 256> light{};
    for (std::size_t i = 0; i < light.size(); ++i) light[i] = linear_channel(static_cast<std::uint8_t>(i));
    return light;
  }();
  return {kLight[color.r], kLight[color.g], kLight[color.b]};
}

Lab lab_of(const LinearColor& light) {
  const double x = lab_curve((0.4124564 * light.r + 0.3575761 * light.g + 0.1804375 * light.b) / kWhiteX);
  const double y = lab_curve(0.2126729 * light.r + 0.7151522 * light.g + 0.0721750 * light.b);
  const double z = lab_curve((0.0193339 * light.r + 0.1191920 * light.g + 0.9503041 * light.b) / kWhiteZ);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

LinearColor linear_of(const Lab& lab) {
  const double middle = (lab.l + 16) / 116;
  const double x = kWhiteX * lab_curve_inverse(middle + lab.a / 500);
  const double y = lab_curve_inverse(middle);
  const double z = kWhiteZ * lab_curve_inverse(middle - lab.b / 200);
  return {3.2404542 * x - 1.5371385 * y - 0.4985314 * z, -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
          0.0556434 * x - 0.2040259 * y + 1.0572252 * z};
}

Color color_of(const LinearColor& light) {
  return {byte_channel(light.r), byte_channel(light.g), byte_channel(light.b)};
}

LinearColor seen_with(Sight sight, const LinearColor& light) {
  if (sight == Sight::normal) return light;
  const Matrix& m = kMachado[static_cast<std::size_t>(sight) - 1];
  const auto channel = [&](std::size_t row) {
    return std::clamp(m[row][0] * light.r + m[row][1] * light.g + m[row][2] * light.b, 0.0, 1.0);
  };
  return {channel(0), channel(1), channel(2)};
}

double ciede2000(const Lab& first, const Lab& second) {
  const double chroma_mean = (length(first.a, first.b) + length(second.a, second.b)) / 2;
  const double stretch = 1 + 0.5 * (1 - strength_of(chroma_mean));
  const double a1 = first.a * stretch, a2 = second.a * stretch;
  const double c1 = length(a1, first.b), c2 = length(a2, second.b);
  const double h1 = hue_of(a1, first.b), h2 = hue_of(a2, second.b);

  double hue_step = 0, hue = h1 + h2;
  if (c1 * c2 != 0) {
    hue_step = h2 - h1;
    if (hue_step > 180) hue_step -= 360;
    if (hue_step < -180) hue_step += 360;
    if (std::abs(h1 - h2) > 180) hue += hue < 360 ? 360 : -360;
    hue /= 2;
  }
  const double c = (c1 + c2) / 2;
  const double t = 1 - 0.17 * std::cos((hue - 30) * kDegree) + 0.24 * std::cos(2 * hue * kDegree) +
                   0.32 * std::cos((3 * hue + 6) * kDegree) - 0.20 * std::cos((4 * hue - 63) * kDegree);
  const double from_blue = (hue - 275) / 25;
  const double turn = 30 * std::exp(-from_blue * from_blue);
  const double rotation = -std::sin(2 * turn * kDegree) * 2 * strength_of(c);
  const double dl = (second.l - first.l) / lightness_scale((first.l + second.l) / 2);
  const double dc = (c2 - c1) / (1 + 0.045 * c);
  const double dh = 2 * std::sqrt(c1 * c2) * std::sin(hue_step / 2 * kDegree) / (1 + 0.015 * c * t);
  return std::sqrt(dl * dl + dc * dc + dh * dh + rotation * dc * dh);
}

ComparedColor compared_color(const Lab& lab) {
  constexpr double kStretchMost = 6.5;  // the stretch of `a` in ciede2000() adds at most this to a chroma
  return {lab, 1 / lightness_scale(lab.l), 1 + 0.045 * (length(lab.a, lab.b) + kStretchMost)};
}

bool may_be_nearer(const ComparedColor& first, const ComparedColor& second, double distance) {
  // The scale of the mean lightness is never above that of both ends, the scale of hue never above that of chroma. The
  // rotation makes a distance smaller near blue (b < 0) only, and leaves at least 1 - sin 60 degrees of its square.
  constexpr double kRotationLeaves = 0.13;
  const double dl = (second.lab.l - first.lab.l) * std::min(first.lightness_share, second.lightness_share);
  const double rest = distance * distance - dl * dl;
  if (rest <= 0) return false;
  const double da = second.lab.a - first.lab.a, db = second.lab.b - first.lab.b;
  const double scale = (first.chroma_scale + second.chroma_scale) / 2;
  const double part = first.lab.b < 0 || second.lab.b < 0 ? kRotationLeaves : 0.99;
  return part * (da * da + db * db) < rest * scale * scale;
}

double color_distance(Color first, Color second, Sight sight) {
  return ciede2000(lab_of(seen_with(sight, linear_of(first))), lab_of(seen_with(sight, linear_of(second))));
}

}  // namespace repose
