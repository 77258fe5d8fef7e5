// The grid is polar in a plane where the section is nearly a circle. The Karman-Trefftz map between the
// planes,
//
//   (z - tail) / (z - nose) = ((zeta - image of tail) / (zeta - image of nose))^k
//
// with k = 2 - wedge angle / pi, opens the trailing edge's wedge to a smooth arc. With `nose` half the nose
// radius behind the leading edge, the image is a curve within some percent of a circle. Rays and rings of
// that plane are rays and rings of the grid, nearly orthogonal because the map is conformal, and no iteration
// is needed. Surface points with cosine spacing fall at nearly equal angles. Cells at the wall are square if
// the first ring is as far away as the wall's points are apart. All cells at the wall are alike in any case,
// so at the edges they are smaller. About a blunt edge, `tail` is half its thickness ahead of its base.
//
// Section: Jacobs, Ward, Pinkerton, NACA Report 460, 1933; last coefficient of the thickness -0.1036 instead
// of -0.1015 to close a sharp trailing edge. Map and choice of `nose`: Ives, "A Modern Look at Conformal
// Mapping Including Multiply Connected Regions", AIAA Journal 14(8), 1976.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <numeric>

#include <partita/mesh/blocks.hpp>
#include <partita/mesh/complete.hpp>
#include <partita/mesh/naca.hpp>
#include <partita/support/error.hpp>

namespace partita::mesh {
namespace {

using Complex = std::complex<double>;
using std::numbers::pi;

constexpr double far_field = 50;
constexpr Complex mid_chord = 0.5;

class Section {
 public:
  Section(const std::string& digits, bool is_blunt) : is_blunt_(is_blunt) {
    const bool four_digits =
        digits.size() == 4 && digits.find_first_not_of("0123456789") == std::string::npos;
    if (!four_digits)
      throw Error("there is no NACA section \"", digits, "\"; give four digits such as 0012 or 2412");
    camber_ = (digits[0] - '0') / 100.0;
    position_ = (digits[1] - '0') / 10.0;
    thickness_ = ((digits[2] - '0') * 10 + (digits[3] - '0')) / 100.0;
    if (thickness_ == 0)
      throw Error("NACA ", digits, " has no thickness; the last two digits must be 01 to 99");
    if ((camber_ > 0) != (position_ > 0))
      throw Error("NACA ", digits, " names a camber without its position or the reverse; ",
                  "the first two digits are both 0 or neither is");
  }

  bool symmetric() const { return camber_ == 0; }
  double nose_radius() const { return std::pow(0.2969 * 5 * thickness_, 2) / 2; }
  double camber_angle(double x) const { return std::atan(camber_slope(x)); }

  /// Angle between the upper and the lower side at a sharp trailing edge; 0 between those of a blunt one,
  /// whose middle lines are parallel.
  double wedge_angle() const {
    if (is_blunt_) return 0;
    return 2 * std::atan(-5 * thickness_ * (0.2969 / 2 - 0.1260 - 2 * 0.3516 + 3 * 0.2843 - 4 * 0.1036));
  }

  /// Half the thickness of the trailing edge; 0: it is sharp.
  double half_base() const { return is_blunt_ ? half_thickness(1) : 0; }

  /// The surface point whose foot on the chord is x; side is +1 (upper) or -1 (lower).
  Complex point(double x, int side) const {
    if (x == 1 && !is_blunt_) return 1;
    return Complex(x, camber_line(x)) + side * half_thickness(x) * std::polar(1.0, camber_angle(x) + pi / 2);
  }

 private:
  double half_thickness(double x) const {
    const double last = is_blunt_ ? 0.1015 : 0.1036;
    return 5 * thickness_ * (0.2969 * std::sqrt(x) + x * (-0.1260 + x * (-0.3516 + x * (0.2843 - x * last))));
  }

  double camber_line(double x) const {
    if (symmetric()) return 0;
    return x < position_ ? camber_ / (position_ * position_) * x * (2 * position_ - x)
                         : camber_ / std::pow(1 - position_, 2) * (1 - x) * (1 + x - 2 * position_);
  }

  double camber_slope(double x) const {
    if (symmetric()) return 0;
    const double span = x < position_ ? position_ : 1 - position_;
    return 2 * camber_ / (span * span) * (position_ - x);
  }

  bool is_blunt_;
  double camber_, position_, thickness_;
};

/// Both directions of the map, scaled so that far away it is the identity.
class KarmanTrefftz {
 public:
  KarmanTrefftz(Complex nose, Complex tail, double wedge_angle)
      : exponent_(2 - wedge_angle / pi), nose_(nose), tail_(tail) {
    const Complex middle = (nose + tail) / 2.0, half = (tail - nose) / (2 * exponent_);
    nose_image_ = middle - half;
    tail_image_ = middle + half;
  }

  Complex tail_image() const { return tail_image_; }

  /// The direction of the image of a line that leaves the tail at the given angle.
  double image_of_tail_direction(double angle) const {
    const double axis = std::arg(tail_ - nose_);
    return axis + (angle - axis) / exponent_;
  }

  /// The image of a point on the upper (+1) or lower (-1) side. The side selects the sheet of the root, even
  /// if the section is so cambered that the straight line from nose to tail leaves it.
  Complex image(Complex z, int side) const {
    const Complex ratio = (z - tail_) / (z - nose_), quarter_turn(0, side);
    const double angle = std::arg(ratio / quarter_turn) + side * pi / 2;
    const Complex root = std::polar(std::pow(std::abs(ratio), 1 / exponent_), angle / exponent_);
    return (tail_image_ - nose_image_ * root) / (1.0 - root);
  }

  Complex original(Complex zeta) const {
    const Complex power = std::pow((zeta - tail_image_) / (zeta - nose_image_), exponent_);
    return (tail_ - nose_ * power) / (1.0 - power);
  }

 private:
  double exponent_;
  Complex nose_, tail_, nose_image_, tail_image_;
};

/// Logarithms of the radii of `count` rings, from 0 to `total`. Steps start at `first` and grow by a constant
/// factor; if `count` rings are more than enough, steps are equal.
std::vector<double> stretched(int count, double first, double total) {
  const int steps = count - 1;
  const auto sum = [&](double growth) {
    double value = 0;
    for (int step = 0; step < steps; ++step) value = value * growth + 1;
    return value;
  };
  double low = 1, high = std::max(1.0, total / first);
  while (std::nextafter(low, high) < high) {
    const double middle = std::midpoint(low, high);
    (first * sum(middle) < total ? low : high) = middle;
  }
  std::vector<double> levels(count);
  const double scale = total / sum(low);
  for (int ring = 1; ring < count; ++ring) levels[ring] = levels[ring - 1] * low + scale;
  return levels;
}

/// The grid's points: rays outwards from the section, and rings around it.
class OGrid {
 public:
  OGrid(const Section& section, int around, int rings, double wall_spacing)
      : map_(std::polar(section.nose_radius() / 2, section.camber_angle(0)),
             1.0 - std::polar(section.half_base(), section.camber_angle(1)), section.wedge_angle()),
        symmetric_(section.symmetric()),
        surface_(around),
        image_(around) {
    // Points on half a base are as far apart as those beside its corners, if these are fine enough.
    const int half = around / 2, on_base = static_cast<int>(std::ceil(
                                     std::min(section.half_base() * std::pow(around / pi, 2), around / 8.0)));
    for (int i = 0; i < around; ++i) {
      const int side = i <= half ? 1 : -1, from_tail = i <= half ? i : around - i;
      const int on_side = std::max(0, from_tail - on_base);
      const double x = (1 + std::cos(pi * on_side / (half - on_base))) / 2;
      surface_[i] = section.point(i == half ? 0 : x, side);
      if (from_tail < on_base) surface_[i] += (1 - 1.0 * from_tail / on_base) * (1.0 - surface_[i]);
      const bool at_tail = i == 0 && on_base == 0;
      image_[i] = at_tail ? map_.tail_image() : map_.image(surface_[i], side);
    }
    double perimeter = 0;
    for (int i = 0; i < around; ++i) perimeter += std::abs(surface_[(i + 1) % around] - surface_[i]);

    // The circle through the images of both edges. Its radius at the trailing edge continues the camber line,
    // so that the ray from there halves the angle between the sides.
    const double normal = map_.image_of_tail_direction(section.camber_angle(1));
    const Complex chord = image_[around / 2] - image_[0];
    radius_ = -std::norm(chord) / (2 * std::real(chord * std::polar(1.0, -normal)));
    centre_ = image_[0] - std::polar(radius_, normal);
    // A conformal map stretches alike in all directions: by the perimeter over a full turn, on average.
    const double first = wall_spacing > 0 ? 2 * pi / perimeter * wall_spacing : 2 * pi / around;
    const double total = std::log(far_field / radius_), widest = total / (rings - 1);
    if (wall_spacing > 0 && first > widest)
      throw Error("the first of ", rings, " rings cannot be ", wall_spacing,
                  " chords from the airfoil; give at most ", perimeter / (2 * pi) * widest);
    levels_ = stretched(rings, first, total);
  }

  Point point(global_index ring, global_index ray) const {
    const auto around = std::ssize(surface_);
    const bool mirrored = symmetric_ && 2 * ray > around;
    const Complex z = computed(ring, mirrored ? around - ray : ray);
    if (mirrored) return {z.real(), -z.imag(), 0};
    return {z.real(), symmetric_ && 2 * ray % around == 0 ? 0 : z.imag(), 0};
  }

 private:
  Complex computed(global_index ring, global_index ray) const {
    const Complex to_image = image_[ray] - centre_;
    const double out_of_round = std::log(std::abs(to_image) / radius_);
    // The deviation from a circle decays with the distance like its second harmonic.
    const double level = levels_[ring] + out_of_round * (std::exp(-2 * levels_[ring]) - 1);
    const Complex z = ring == 0 ? surface_[ray] : map_.original(centre_ + to_image * std::exp(level));
    if (ring + 1 < std::ssize(levels_)) return z;
    return mid_chord + (z - mid_chord) * (far_field / std::abs(z - mid_chord));
  }

  KarmanTrefftz map_;
  bool symmetric_;
  std::vector<Complex> surface_, image_;
  double radius_;
  Complex centre_;
  std::vector<double> levels_;
};

}  // namespace

void check(const NacaOptions& options) {
  if (options.surface_points < 16 || options.surface_points % 2 != 0)
    throw Error("cannot put ", options.surface_points,
                " points on the airfoil; give an even number, at least 16");
  if (options.radial_points < 4)
    throw Error("cannot put ", options.radial_points,
                " points between airfoil and far field; give at least 4");
  if (options.cells != CellType::triangle && options.cells != CellType::quadrilateral)
    throw Error("the mesh about an airfoil has triangles or quadrilaterals; ask for one of them");
  constexpr global_index most = std::numeric_limits<std::int32_t>::max();
  if (options.surface_points > most / options.radial_points)
    throw Error(options.surface_points, " x ", options.radial_points,
                " points are more than a mesh here can have, ", most, "; give fewer");
  if (!(options.wall_spacing == 0 || (options.wall_spacing >= 1e-8 && options.wall_spacing <= 0.1)))
    throw Error("the first ring cannot be ", options.wall_spacing,
                " chords from the airfoil; give a distance from 1e-8 to 0.1");
  Section(options.digits, options.is_blunt);  // throws if there is no such section
}

Draft naca_part(const NacaOptions& options, int part, int parts) {
  check(options);
  const global_index around = options.surface_points, rings = options.radial_points;
  const OGrid grid(Section(options.digits, options.is_blunt), options.surface_points, options.radial_points,
                   options.wall_spacing);

  Draft draft;
  Mesh& mesh = draft.mesh;
  mesh.markers = {"airfoil", "farfield"};
  const VertexRange points = block_of({around * rings, parts}, part);
  for (global_index v = points.begin; v < points.end; ++v)
    mesh.points.push_back(grid.point(v / around, v % around));

  const bool quadrilaterals = options.cells == CellType::quadrilateral;
  const global_index on_a_ring = (quadrilaterals ? 1 : 2) * around;
  const VertexRange cells = block_of({on_a_ring * (rings - 1), parts}, part);
  for (global_index cell = cells.begin; cell < cells.end; ++cell) {
    const global_index ring = cell / on_a_ring, i = quadrilaterals ? cell % around : cell % on_a_ring / 2;
    const global_index a = ring * around + i, b = a + around;
    const global_index d = ring * around + (i + 1) % around, c = d + around;
    const bool first = cell % 2 == 0;
    const auto add = [&](std::initializer_list<global_index> vertices) {
      mesh.cell_vertices.insert(mesh.cell_vertices.end(), vertices);
    };
    if (quadrilaterals)
      add({a, b, c, d});
    else if (2 * i < around)  // diagonals away from the trailing edge halve the wide angles there
      first ? add({a, b, c}) : add({a, c, d});
    else
      first ? add({a, b, d}) : add({b, c, d});
  }
  mesh.cells.assign(static_cast<std::size_t>(cells.size()), options.cells);

  const global_index last_ring = (rings - 1) * around;
  const VertexRange faces = block_of({2 * around, parts}, part);
  for (global_index face = faces.begin; face < faces.end; ++face) {
    const global_index i = face % around, next = (i + 1) % around;
    if (face < around)
      mesh.boundary.push_back({{next, i}, 0});
    else
      mesh.boundary.push_back({{last_ring + i, last_ring + next}, 1});
  }
  return draft;
}

Point nearest_on_naca(const NacaOptions& options, int marker, const Point& point) {
  const Complex at(point[0], point[1]);
  const auto as_point = [](Complex z) { return Point{z.real(), z.imag(), 0}; };
  if (marker == 1) return as_point(mid_chord + (at - mid_chord) * (far_field / std::abs(at - mid_chord)));

  // From the trailing edge along the upper side and back, as the angles of the points on the section.
  const Section section(options.digits, options.is_blunt);
  const auto on_section = [&](double angle) {
    return section.point((1 + std::cos(angle)) / 2, std::sin(angle) < 0 ? -1 : 1);
  };
  const auto distance = [&](double angle) { return std::norm(on_section(angle) - at); };
  std::array<double, 256> samples;
  const double step = 2 * pi / samples.size();
  for (std::size_t k = 0; k < samples.size(); ++k) samples[k] = distance(step * static_cast<double>(k));
  const auto nearest = static_cast<double>(std::ranges::min_element(samples) - samples.begin());
  double low = step * (nearest - 1), high = step * (nearest + 1);
  while (high - low > 1e-9) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    if (distance(a) < distance(b))
      high = b;
    else
      low = a;
  }
  const double angle = std::midpoint(low, high);

  const Complex upper = section.point(1, 1), base = section.point(1, -1) - upper;
  if (options.is_blunt) {
    const double along = std::clamp(std::real((at - upper) * std::conj(base)) / std::norm(base), 0.0, 1.0);
    if (std::norm(at - upper - along * base) < distance(angle)) return point;  // on the straight base
  }
  return as_point(on_section(angle));
}

Error naca_folds(const NacaOptions& options) {
  return Error("the mesh about NACA ", options.digits, " with ", options.surface_points, " x ",
               options.radial_points, " points folds; take less camber, less thickness or more points");
}

Mesh naca(const NacaOptions& options) {
  Draft draft = naca_part(options, 0, 1);
  try {
    complete(draft.mesh);
  } catch (const Error&) {  // inverted cells overlap their neighbours
    throw naca_folds(options);
  }
  return std::move(draft.mesh);
}

}  // namespace partita::mesh
