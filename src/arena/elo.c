/* elo.c - Bradley and Terry's model: how likely one beats another follows from the difference of
 * their ratings. Strengths by minorising and maximising; intervals by the sandwich of how much the
 * deals' results varied between two slices of what the model knows of the ratings. */
#include "arena/elo.h"

#include <math.h>
#include <stdlib.h>

#include "wire/memory.h"

enum { STEPS = 2000 };

static const double z_95 = 1.959964;

struct square {
    unsigned count;
    double *at;
};

static struct square square_new(unsigned count)
{
    return (struct square){count, memory_new(sizeof(double) * count * count)};
}

static double *cell(const struct square *square, unsigned i, unsigned j)
{
    return &square->at[(size_t)i * square->count + j];
}

static void add_meetings(const struct square *beats, const struct meeting *meetings,
                         unsigned count)
{
    for (unsigned m = 0; m < count; m++) {
        const struct figures *figures = &meetings[m].figures;
        const uint8_t *who = meetings[m].who;
        for (unsigned i = 0; i < figures->seats; i++)
            for (unsigned j = 0; j < figures->seats; j++)
                *cell(beats, who[i], who[j]) += figures->beats[i][j];
    }
}

/* Half a round more for everybody keeps a clean sweep finite. */
static void find_strengths(const struct square *beats, double *strength)
{
    for (unsigned i = 0; i < beats->count; i++)
        strength[i] = 1;
    for (int step = 0; step < STEPS; step++) {
        for (unsigned i = 0; i < beats->count; i++) {
            double wins = 0, weight = 0;
            for (unsigned j = 0; j < beats->count; j++) {
                double played = *cell(beats, i, j) + *cell(beats, j, i);
                if (j == i || played == 0)
                    continue;
                wins += *cell(beats, i, j) + 0.5;
                weight += (played + 1) / (strength[i] + strength[j]);
            }
            strength[i] = weight > 0 ? wins / weight : 1;
        }
    }
}

/* How much a round between two of them tells: p (1 - p). */
static double doubt(const double *strength, unsigned i, unsigned j)
{
    double both = strength[i] + strength[j];
    return strength[i] * strength[j] / (both * both);
}

static void add_pair(const struct square *square, unsigned i, unsigned j, double weight)
{
    *cell(square, i, i) += weight;
    *cell(square, i, j) -= weight;
}

/* What the model knows of the ratings. They have no zero of their own: that of the mean is set. */
static void find_information(const struct square *beats, const double *strength,
                             const struct square *out)
{
    for (unsigned i = 0; i < out->count; i++) {
        for (unsigned j = 0; j < out->count; j++) {
            double played = *cell(beats, i, j) + *cell(beats, j, i);
            *cell(out, i, j) += 1.0 / out->count;
            if (i != j && played > 0)
                add_pair(out, i, j, (played + 1) * doubt(strength, i, j));
        }
    }
}

/* Whether the deals of a meeting say how much they vary. */
static bool is_telling(const struct figures *figures)
{
    bool is = figures->deals > 1;
    for (unsigned i = 0; i < figures->seats; i++) {
        double most = (double)figures->rounds * (figures->seats - 1);
        double few = sqrt(most) > 2 ? sqrt(most) : 2;
        is = is && figures->of[i].ahead >= few && figures->of[i].ahead <= most - few;
    }
    return is;
}

static void add_spread(const struct meeting *meeting, const double *strength,
                       const struct square *out)
{
    const struct figures *figures = &meeting->figures;
    double n = figures->deals;
    bool by_deals = is_telling(figures);
    for (unsigned i = 0; i < figures->seats; i++) {
        for (unsigned j = 0; j < figures->seats; j++) {
            unsigned a = meeting->who[i], b = meeting->who[j];
            const struct figures_of_player *of = &figures->of[i];
            double product = of->ahead_products[j] - of->ahead * figures->of[j].ahead / n;
            if (by_deals)
                *cell(out, a, b) += product * n / (n - 1);
            else if (i != j)
                add_pair(out, a, b,
                         (figures->rounds + 1.0) * figures->seats * doubt(strength, a, b));
        }
    }
}

/* Gauss and Jordan; what is inverted here is positive definite. */
static void invert(const struct square *square, const struct square *out)
{
    unsigned n = square->count;
    for (unsigned i = 0; i < n; i++)
        *cell(out, i, i) = 1;
    for (unsigned k = 0; k < n; k++) {
        double pivot = *cell(square, k, k);
        for (unsigned j = 0; j < n; j++) {
            *cell(square, k, j) /= pivot;
            *cell(out, k, j) /= pivot;
        }
        for (unsigned i = 0; i < n; i++) {
            double times = *cell(square, i, k);
            for (unsigned j = 0; i != k && j < n; j++) {
                *cell(square, i, j) -= times * *cell(square, k, j);
                *cell(out, i, j) -= times * *cell(out, k, j);
            }
        }
    }
}

static double variance_of(const struct square *inverse, const struct square *spread, unsigned k)
{
    double sum = 0;
    for (unsigned i = 0; i < spread->count; i++)
        for (unsigned j = 0; j < spread->count; j++)
            sum += *cell(inverse, k, i) * *cell(spread, i, j) * *cell(inverse, j, k);
    return sum < 0 ? 0 : sum;
}

void elo_rate(unsigned count, const struct meeting *meetings, unsigned meeting_count,
              struct estimate *out)
{
    struct square beats = square_new(count), information = square_new(count);
    struct square inverse = square_new(count), spread = square_new(count);
    double *strength = memory_new(sizeof *strength * count), mean = 0;
    double points = 400 / log(10);
    add_meetings(&beats, meetings, meeting_count);
    find_strengths(&beats, strength);
    find_information(&beats, strength, &information);
    for (unsigned i = 0; i < meeting_count; i++)
        if (meetings[i].figures.deals > 0)
            add_spread(&meetings[i], strength, &spread);
    invert(&information, &inverse);
    for (unsigned i = 0; i < count; i++)
        mean += points * log(strength[i]) / count;
    for (unsigned i = 0; i < count; i++) {
        double rating = points * log(strength[i]) - mean;
        double half = z_95 * points * sqrt(variance_of(&inverse, &spread, i));
        out[i] = (struct estimate){rating, rating - half, rating + half};
    }
    free(beats.at);
    free(information.at);
    free(inverse.at);
    free(spread.at);
    free(strength);
}
