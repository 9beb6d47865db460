/* SPDX-License-Identifier: MIT */
/*
 * Proves the bounds of native Perlin and simplex noise, WN_BOUND_* of scalar/native.h, by branch
 * and bound. Any lattice point may have any gradient whatever the others have, so that the supremum
 * of |noise| is that of
 *     f(x) = sum over lattice points v of weight(x - v) max over gradients g of g . (x - v).
 * That f reaches the bound is shown by its value at one point. That it nowhere exceeds it is shown
 * on a domain that the symmetries of lattice and gradients map onto all of space. It is a simplex,
 * and is bisected as long as the upper bound of f in a piece is too great. About the piece's centre
 * c, for any choice of gradients,
 *     P(x) <= P(c) + P'(c) (x - c) + M |x - c|^2 / 2,
 * where M is not less than any eigenvalue of the Hessian within the piece. The right side is convex
 * and so is greatest at a vertex of the piece. A gradient need not be looked at where another one
 * is at least as good at all vertices of the piece, for g . (x - v) is linear in x.
 *
 * All is computed in double and not with directed rounding: its errors, below 1e-14 of a distance,
 * are within the tolerances, which are relative.
 */
#include "../include/widenoise/core.h"
#define WN_REAL 64
#include "../scalar/native.h"
#include "check.h"

#include <math.h>

enum { DIMENSIONS = 4, VERTICES = 300, GRADIENTS = 32 };

#define REACHED  1e-12 /* f at the point given is at most so much less than the bound */
#define EXCEEDED 1e-12 /* f is nowhere greater by more than that */

struct primitive {
    const char *name;
    int n;
    double radius2; /* of the kernel; 0: weights are products of Perlin's quintic */
    double bound;
    double peak[DIMENSIONS]; /* where f is greatest */
    double domain[DIMENSIONS + 1][DIMENSIONS];
    int vertices, gradients;
    double vertex[VERTICES][DIMENSIONS];
    double gradient[GRADIENTS][DIMENSIONS];
    double length; /* of a gradient */
};

/* A piece of the domain. */
struct piece {
    double at[DIMENSIONS + 1][DIMENSIONS];
};

static double dot(int n, const double *a, const double *b)
{
    double sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[k] * b[k];
    return sum;
}

static double quintic(double t)
{
    return ((t * 6 - 15) * t + 10) * t * t * t;
}

static double quintic_slope(double t)
{
    return 30 * t * t * (1 - t) * (1 - t);
}

/* The quintic or its complement: a lattice plane's weight between it and the other one. */
static double plane_weight(double plane, double t)
{
    return plane > 0.5 ? quintic(t) : 1 - quintic(t);
}

/* A lattice point's weight at x, and its derivatives. */
static double weight(const struct primitive *p, const double *vertex, const double *x,
                     double *slope)
{
    if (p->radius2 > 0) {
        double d[DIMENSIONS], r2 = 0;
        for (int k = 0; k < p->n; k++) {
            d[k] = x[k] - vertex[k];
            r2 += d[k] * d[k];
        }
        const double t = fmax(p->radius2 - r2, 0);
        for (int k = 0; k < p->n; k++)
            slope[k] = -8 * t * t * t * d[k];
        return t * t * t * t;
    }
    double value = 1;
    for (int k = 0; k < p->n; k++) {
        value *= plane_weight(vertex[k], x[k]);
        slope[k] = vertex[k] > 0.5 ? quintic_slope(x[k]) : -quintic_slope(x[k]);
        for (int j = 0; j < p->n; j++) {
            if (j != k)
                slope[k] *= plane_weight(vertex[j], x[j]);
        }
    }
    return value;
}

static double f(const struct primitive *p, const double *x)
{
    double sum = 0;
    for (int v = 0; v < p->vertices; v++) {
        double slope[DIMENSIONS], d[DIMENSIONS], most = 0;
        for (int k = 0; k < p->n; k++)
            d[k] = x[k] - p->vertex[v][k];
        for (int g = 0; g < p->gradients; g++)
            most = fmax(most, dot(p->n, p->gradient[g], d));
        sum += weight(p, p->vertex[v], x, slope) * most;
    }
    return sum;
}

/* No eigenvalue of the Hessian of (R^2 - r^2)^4 (g . d) is greater. With t = R^2 - r^2 and a the
 * cosine between g and d it is at most |g| r (8 t^3 (1 - 2 a) + 48 t^2 r^2 a), and where a < 0 it
 * is without the last term. */
static double kernel_curvature(const struct primitive *p, double nearest, double farthest,
                               int forward)
{
    const double t_most = p->radius2 - nearest * nearest;
    const double t_least = fmax(p->radius2 - farthest * farthest, 0);
    const double r = fmin(farthest, sqrt(p->radius2));
    const double t3 = t_most * t_most * t_most;
    const double along = 48 * t_most * t_most * r * r * r -
        (forward ? 8 * t_least * t_least * t_least * nearest : 0);
    return p->length * fmax((forward ? 8 : 24) * t3 * r, along);
}

/* ---- The Hessian of Perlin noise, in intervals ---- */

struct interval {
    double low, high;
};

static struct interval add(struct interval a, struct interval b)
{
    return (struct interval) { a.low + b.low, a.high + b.high };
}

static struct interval times(struct interval a, struct interval b)
{
    const double p = a.low * b.low, q = a.low * b.high, r = a.high * b.low, s = a.high * b.high;
    return (struct interval) { fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)) };
}

/* a number that grows with t or falls */
static struct interval between(double a, double b)
{
    return (struct interval) { fmin(a, b), fmax(a, b) };
}

/* A lattice point's weight by each axis, and two derivatives; 0 <= low <= x <= high <= 1/2. */
static void weights_between(const struct primitive *p, const double *vertex, const double *low,
                            const double *high, struct interval w[][3])
{
    const double turn = 0.5 - sqrt(1.0 / 12); /* where the second derivative is greatest */
    for (int k = 0; k < p->n; k++) {
        const double a = low[k], b = high[k], sign = vertex[k] > 0.5 ? 1 : -1;
        const double top = b < turn ? b : a > turn ? a : turn;
        const double bend_a = 60 * a * (1 - a) * (1 - 2 * a),
                     bend_b = 60 * b * (1 - b) * (1 - 2 * b);
        const double most = 60 * top * (1 - top) * (1 - 2 * top);
        w[k][0] = between(plane_weight(vertex[k], a), plane_weight(vertex[k], b));
        w[k][1] = between(sign * quintic_slope(a), sign * quintic_slope(b));
        w[k][2] = between(sign * fmin(bend_a, bend_b), sign * most);
    }
}

/* The second derivative by axes i and j of all weights times a linear function of gradient g. */
static struct interval second(const struct primitive *p, struct interval w[][3], const double *g,
                              struct interval linear, int i, int j)
{
    struct interval ij = { 1, 1 }, by_i = { g[j], g[j] }, by_j = { g[i], g[i] };
    for (int k = 0; k < p->n; k++) {
        ij = times(ij, w[k][(k == i) + (k == j)]);
        by_i = times(by_i, w[k][k == i]);
        by_j = times(by_j, w[k][k == j]);
    }
    return add(times(ij, linear), add(by_i, by_j));
}

/* No eigenvalue of a symmetric matrix is greater (Gershgorin). */
static double greatest_eigenvalue(int n, struct interval h[][DIMENSIONS])
{
    double most = 0;
    for (int i = 0; i < n; i++) {
        double row = h[i][i].high;
        for (int j = 0; j < n; j++)
            row += j == i ? 0 : fmax(h[i][j].high, -h[i][j].low);
        most = fmax(most, row);
    }
    return most;
}

/* ---- Upper bounds ---- */

/* What a lattice point may add in a piece: at its vertices, by the tangents at its centre. */
struct choice {
    double at[DIMENSIONS + 1];
};

struct geometry {
    double centre[DIMENSIONS], low[DIMENSIONS], high[DIMENSIONS];
    double from_centre[DIMENSIONS + 1][DIMENSIONS];
    double radius;
    /* what is known of second derivatives: kernels add to the one, quintics to the other */
    double curvature;
    struct interval hessian[DIMENSIONS][DIMENSIONS];
};

static void measure(const struct primitive *p, const struct piece *piece, struct geometry *m)
{
    *m = (struct geometry) { 0 };
    for (int k = 0; k < p->n; k++) {
        m->centre[k] = 0, m->low[k] = INFINITY, m->high[k] = -INFINITY;
        for (int j = 0; j <= p->n; j++) {
            m->centre[k] += piece->at[j][k] / (p->n + 1);
            m->low[k] = fmin(m->low[k], piece->at[j][k]);
            m->high[k] = fmax(m->high[k], piece->at[j][k]);
        }
    }
    for (int j = 0; j <= p->n; j++) {
        for (int k = 0; k < p->n; k++)
            m->from_centre[j][k] = piece->at[j][k] - m->centre[k];
        m->radius = fmax(m->radius, sqrt(dot(p->n, m->from_centre[j], m->from_centre[j])));
    }
}

/* The choices of a lattice point's gradient in a piece; adds to the second derivatives. */
static int choices(const struct primitive *p, const struct piece *piece, struct geometry *m,
                   const double *vertex, struct choice *choice)
{
    double d[DIMENSIONS], slope[DIMENSIONS];
    for (int k = 0; k < p->n; k++)
        d[k] = m->centre[k] - vertex[k];
    const double r = sqrt(dot(p->n, d, d)), nearest = fmax(r - m->radius, 0);
    if (p->radius2 > 0 && nearest * nearest >= p->radius2)
        return 0;

    double along[GRADIENTS][DIMENSIONS + 1]; /* g . (x - v) at the vertices of the piece */
    for (int j = 0; j <= p->n; j++) {
        for (int k = 0; k < p->n; k++)
            d[k] = piece->at[j][k] - vertex[k];
        for (int g = 0; g < p->gradients; g++)
            along[g][j] = dot(p->n, p->gradient[g], d);
    }
    for (int k = 0; k < p->n; k++)
        d[k] = m->centre[k] - vertex[k];
    const double w = weight(p, vertex, m->centre, slope);
    int kept[GRADIENTS], count = 0;
    for (int g = 0; g < p->gradients; g++) {
        int worse = 0; /* than one that is kept */
        for (int i = 0; i < count && !worse; i++) {
            int up = 0, down = 0;
            for (int j = 0; j <= p->n; j++) {
                up |= along[g][j] > along[kept[i]][j] + 1e-14;
                down |= along[g][j] < along[kept[i]][j];
            }
            worse = !up;
            if (up && !down)
                kept[i--] = kept[--count];
        }
        if (!worse)
            kept[count++] = g;
    }
    struct interval w3[DIMENSIONS][3], hessian[DIMENSIONS][DIMENSIONS] = { 0 };
    double curvature = 0;
    if (p->radius2 == 0)
        weights_between(p, vertex, m->low, m->high, w3);
    for (int i = 0; i < count; i++) {
        const double *const g = p->gradient[kept[i]];
        const double forward = dot(p->n, g, d);
        struct interval linear = { INFINITY, -INFINITY };
        for (int j = 0; j <= p->n; j++) {
            choice[i].at[j] = w * along[kept[i]][j] + dot(p->n, slope, m->from_centre[j]) * forward;
            linear.low = fmin(linear.low, along[kept[i]][j]);
            linear.high = fmax(linear.high, along[kept[i]][j]);
        }
        if (p->radius2 > 0)
            curvature = fmax(curvature,
                             kernel_curvature(p, nearest, r + m->radius, linear.low >= 0));
        for (int a = 0; a < p->n && p->radius2 == 0; a++) {
            for (int b = 0; b < p->n; b++) {
                const struct interval h = second(p, w3, g, linear, a, b);
                hessian[a][b].low = i ? fmin(hessian[a][b].low, h.low) : h.low;
                hessian[a][b].high = i ? fmax(hessian[a][b].high, h.high) : h.high;
            }
        }
    }
    m->curvature += curvature;
    for (int a = 0; a < p->n; a++) {
        for (int b = 0; b < p->n; b++)
            m->hessian[a][b] = add(m->hessian[a][b], hessian[a][b]);
    }
    return count;
}

static double upper_bound(const struct primitive *p, const struct piece *piece, struct geometry *m)
{
    double sum[DIMENSIONS + 1] = { 0 }, most = 0;
    for (int v = 0; v < p->vertices; v++) {
        struct choice choice[GRADIENTS];
        const int count = choices(p, piece, m, p->vertex[v], choice);
        for (int j = 0; j <= p->n && count; j++) {
            double best = choice[0].at[j];
            for (int i = 1; i < count; i++)
                best = fmax(best, choice[i].at[j]);
            sum[j] += best;
        }
    }
    const double curvature = m->curvature + greatest_eigenvalue(p->n, m->hessian);
    for (int j = 0; j <= p->n; j++) {
        const double square = dot(p->n, m->from_centre[j], m->from_centre[j]);
        most = fmax(most, sum[j] + curvature / 2 * square);
    }
    return most;
}

static unsigned long prove(const struct primitive *p, double limit)
{
    enum { DEPTH = 400 };
    static struct piece stack[DEPTH];
    unsigned long pieces = 0;
    int depth = 1;
    memcpy(stack[0].at, p->domain, sizeof p->domain);
    while (depth) {
        struct piece *const piece = &stack[depth - 1];
        struct geometry m;
        measure(p, piece, &m);
        pieces++;
        if (upper_bound(p, piece, &m) <= limit) {
            depth--;
            continue;
        }
        if (depth == DEPTH || m.radius < 1e-9) {
            printf("  not proven at");
            for (int k = 0; k < p->n; k++)
                printf(" %.17g", m.centre[k]);
            printf(": %.17g\n", f(p, m.centre));
            return 0;
        }
        /* halves of the longest edge */
        int from = 0, to = 1;
        double longest = 0;
        for (int i = 0; i <= p->n; i++) {
            for (int j = 0; j < i; j++) {
                double edge = 0;
                for (int k = 0; k < p->n; k++) {
                    const double d = piece->at[i][k] - piece->at[j][k];
                    edge += d * d;
                }
                if (edge > longest)
                    longest = edge, from = i, to = j;
            }
        }
        stack[depth] = *piece;
        for (int k = 0; k < p->n; k++) {
            const double middle = (piece->at[from][k] + piece->at[to][k]) / 2;
            stack[depth].at[from][k] = middle;
            piece->at[to][k] = middle;
        }
        depth++;
    }
    return pieces;
}

/* ---- The primitives ---- */

static void add_vertex(struct primitive *p, const double *at)
{
    if (p->vertices == VERTICES)
        exit(1);
    memcpy(p->vertex[p->vertices++], at, sizeof p->vertex[0]);
}

/* The gradients as the library computes them, or, in 2D of simplex noise, as it is told of them. */
static void add_gradients(struct primitive *p, int hexagonal)
{
    if (p->n == 1) { /* any number from -1 to 1 */
        p->gradients = 2;
        p->gradient[0][0] = 1, p->gradient[1][0] = -1;
    } else if (p->n == 2) {
        p->gradients = hexagonal ? 12 : 8;
        for (int i = 0; i < p->gradients; i++) {
            const double turn = 2 * acos(-1.0) / p->gradients, half = hexagonal ? 0 : 0.5;
            p->gradient[i][0] = cos((i + half) * turn), p->gradient[i][1] = sin((i + half) * turn);
        }
    } else if (p->n == 3) {
        p->gradients = 12;
        for (int i = 0; i < p->gradients; i++) {
            for (int k = 0; k < 3; k++)
                p->gradient[i][k] = wn_gradient3[i][k] / 2;
        }
    } else {
        p->gradients = 32;
        for (int i = 0; i < p->gradients; i++) {
            for (int k = 0, bit = 0; k < 4; k++)
                p->gradient[i][k] = k == i % 4 ? 0 : i / 4 >> bit++ & 1 ? -1 : 1;
        }
    }
    p->length = sqrt(dot(p->n, p->gradient[0], p->gradient[0]));
}

/* x >= y >= ... of half the unit cell */
static void set_perlin(struct primitive *p)
{
    p->radius2 = 0;
    for (int corner = 0; corner < 1 << p->n; corner++) {
        double at[DIMENSIONS] = { 0 };
        for (int k = 0; k < p->n; k++)
            at[k] = corner >> k & 1;
        add_vertex(p, at);
    }
    for (int j = 0; j <= p->n; j++) {
        for (int k = 0; k < p->n; k++)
            p->domain[j][k] = k < j ? 0.5 : 0;
    }
    add_gradients(p, 0);
}

/* The simplex x >= y >= ... (1D: half of it); its corners, and in 2D all points around it. */
static void set_simplex(struct primitive *p)
{
    const double unskew = p->n == 2 ? WN_UNSKEW2 : p->n == 3 ? WN_UNSKEW3 : WN_UNSKEW4;
    for (int j = 0; j <= p->n; j++) {
        for (int k = 0; k < p->n; k++)
            p->domain[j][k] = (k < j) - (p->n == 1 ? 0 : j * unskew);
        if (p->n != 2)
            add_vertex(p, p->domain[j]);
    }
    for (int x = -3; x <= 4 && p->n == 2; x++) {
        for (int y = -3; y <= 4; y++) {
            const double back = (x + y) * unskew, at[DIMENSIONS] = { x - back, y - back };
            add_vertex(p, at);
        }
    }
    add_gradients(p, 1);
}

/* 1/2 >= x >= y >= z >= 0 of the body-centred cubic lattice */
static void set_bcc(struct primitive *p)
{
    for (int i = -4; i <= 4; i++) {
        for (int j = -4; j <= 4; j++) {
            for (int k = -4; k <= 4; k++) {
                const double at[DIMENSIONS] = { i / 2.0, j / 2.0, k / 2.0 };
                if ((i & 1) == (j & 1) && (j & 1) == (k & 1))
                    add_vertex(p, at);
            }
        }
    }
    for (int j = 0; j <= 3; j++) {
        for (int k = 0; k < 3; k++)
            p->domain[j][k] = k < j ? 0.5 : 0;
    }
    add_gradients(p, 0);
}

static struct primitive primitives[] = {
    { .name = "Perlin 1D", .n = 1, .bound = WN_BOUND_PERLIN1, .peak = { 0.5 } },
    { .name = "Perlin 2D", .n = 2, .bound = WN_BOUND_PERLIN2, .peak = { 0.5, 0.443831810 } },
    { .name = "Perlin 3D",
      .n = 3,
      .bound = WN_BOUND_PERLIN3,
      .peak = { 0.5, 0.481492209, 0.355256693 } },
    { .name = "Perlin 4D",
      .n = 4,
      .bound = WN_BOUND_PERLIN4,
      .peak = { 0.5, 0.491925509, 0.481625170, 0.356412484 } },
    { .name = "simplex 1D", .n = 1, .radius2 = 1, .bound = WN_BOUND_SIMPLEX1, .peak = { 0.5 } },
    { .name = "simplex 2D",
      .n = 2,
      .radius2 = 0.5,
      .bound = WN_BOUND_SIMPLEX2,
      .peak = { 0.670552688, 0.104437466 } },
    { .name = "simplex 3D",
      .n = 3,
      .radius2 = 0.5,
      .bound = WN_BOUND_SIMPLEX3,
      .peak = { 2.0 / 3, 0.499815574, -0.166482244 } },
    { .name = "simplex 4D",
      .n = 4,
      .radius2 = 0.5,
      .bound = WN_BOUND_SIMPLEX4,
      .peak = { 0.44720178, 0.31112719, 0.31112719, 0.31112717 } },
    { .name = "super simplex 2D",
      .n = 2,
      .radius2 = 2.0 / 3,
      .bound = WN_BOUND_SUPER_SIMPLEX2,
      .peak = { 0.448446947, 0.064660718 } },
    { .name = "super simplex 3D",
      .n = 3,
      .radius2 = 0.75,
      .bound = WN_BOUND_SUPER_SIMPLEX3,
      .peak = { 0.613750285, 0.25, -0.113750285 } },
};

int main(void)
{
    for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++) {
        struct primitive *const p = &primitives[i];
        if (p->radius2 == 0)
            set_perlin(p);
        else if (p->radius2 == 0.75)
            set_bcc(p);
        else
            set_simplex(p);
        const double reached = f(p, p->peak) / p->bound;
        CHECK(reached >= 1 - REACHED && reached <= 1, "%s: f is %.17g there", p->name,
              f(p, p->peak));
        const unsigned long pieces = prove(p, p->bound * (1 + EXCEEDED));
        CHECK(pieces, "%s: more than the bound is possible", p->name);
        printf("%s: %.17g, not exceeded by %g (%lu pieces), reached but for %.1e\n", p->name,
               p->bound, EXCEEDED, pieces, 1 - reached);
    }
    return check_done("bounds");
}
