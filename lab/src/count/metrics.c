/* SPDX-License-Identifier: MIT */
/* Evaluates formulas over counts. An operator waits until the next operator binds no tighter. Two small stacks, no
 * recursion. */
#include "description.h"

#define DEEPEST 32 /* operators and parentheses that can wait at the same time */

struct sum {
    const struct spe_telemetry *telemetry;
    const struct spe_event_count *counts;
    size_t n;
    unsigned *missing;
    double numbers[DEEPEST + 1]; /* one more than the operators, which take two numbers each */
    char signs[DEEPEST];
    unsigned n_numbers, n_signs;
    int has_operand; /* the last word was an operand; if 0, an operand must follow */
};

/* How tightly an operator binds; 0 for a parenthesis, which waits for its other half. */
static int tightness(char sign)
{
    return sign == '*' || sign == '/' ? 2 : sign == '+' || sign == '-' ? 1 : 0;
}

/* Applies an operator to a and b. Returns SPE_OK or SPE_E_UNDEFINED. */
static int apply(char sign, double *a, double b)
{
    if (sign == '/' && !(b < 0 || b > 0))
        return SPE_E_UNDEFINED;
    *a = sign == '+' ? *a + b : sign == '-' ? *a - b : sign == '*' ? *a * b : *a / b;
    return SPE_OK;
}

/* Applies the waiting operators that bind at least as tightly. */
static int apply_waiting(struct sum *sum, int least)
{
    int status = SPE_OK;
    while (status == SPE_OK && sum->n_signs && tightness(sum->signs[sum->n_signs - 1]) >= least) {
        const char sign = sum->signs[--sum->n_signs];
        sum->n_numbers--;
        status = apply(sign, &sum->numbers[sum->n_numbers - 1], sum->numbers[sum->n_numbers]);
    }
    return status;
}

/* Takes the count of the event that a word names. Returns SPE_OK, SPE_E_NAME or SPE_E_ABSENT. */
static int take_count(const struct sum *sum, const struct formula_word *word, double *out)
{
    const int event = spe_formula_event(sum->telemetry, word);
    if (event < 0)
        return event;
    const unsigned code = sum->telemetry->events[event]->code;
    for (size_t i = 0; i < sum->n; i++) {
        if (sum->counts[i].code == code) {
            *out = (double)sum->counts[i].count;
            return SPE_OK;
        }
    }
    if (sum->missing)
        *sum->missing = code;
    return SPE_E_ABSENT;
}

static double number_of(const struct formula_word *word)
{
    double number = 0;
    for (size_t i = 0; i < word->size; i++)
        number = number * 10 + (word->text[i] - '0');
    return number;
}

static int take_operand(struct sum *sum, const struct formula_word *word)
{
    double *const out = &sum->numbers[sum->n_numbers++];
    sum->has_operand = 1;
    int status = SPE_OK;
    if (word->kind == 'e')
        status = take_count(sum, word, out);
    else
        *out = word->kind == 's' ? sum->telemetry->slots : number_of(word);
    return status == SPE_OK ? apply_waiting(sum, tightness('/')) : status; /* so a zero divisor is found here */
}

/* Takes an operator or an opening parenthesis. */
static int take_sign(struct sum *sum, char sign)
{
    const int status = sign == '(' ? SPE_OK : apply_waiting(sum, tightness(sign));
    if (status == SPE_OK && sum->n_signs == DEEPEST)
        return SPE_E_SYNTAX;
    sum->signs[sum->n_signs++] = sign;
    sum->has_operand = 0;
    return status;
}

/* Takes a closing parenthesis: applies the operators above its other half. */
static int close_parenthesis(struct sum *sum)
{
    const int status = apply_waiting(sum, 1);
    if (status == SPE_OK && !sum->n_signs)
        return SPE_E_SYNTAX;
    sum->n_signs -= status == SPE_OK;
    return status == SPE_OK ? apply_waiting(sum, tightness('/')) : status;
}

static int take_word(struct sum *sum, const struct formula_word *word)
{
    const int begins_operand = word->kind == 'e' || word->kind == 's' || word->kind == '0' || word->kind == '(';
    if (word->kind == '?' || begins_operand == sum->has_operand)
        return SPE_E_SYNTAX;
    if (word->kind == ')')
        return close_parenthesis(sum);
    return tightness(word->kind) || word->kind == '(' ? take_sign(sum, word->kind) : take_operand(sum, word);
}

int spe_metric_value(const struct spe_telemetry *telemetry, unsigned metric, const struct spe_event_count *counts,
                     size_t n, double *value, unsigned *missing)
{
    struct sum sum = {.telemetry = telemetry, .counts = counts, .n = n, .missing = missing};
    struct formula_word word;
    int status = SPE_OK;
    if (!telemetry || metric >= telemetry->n_metrics || !value || (!counts && n))
        return SPE_E_ARG;
    for (const char *at = telemetry->metrics[metric]->formula; (at = spe_formula_take(at, &word)) != NULL;)
        if ((status = take_word(&sum, &word)) != SPE_OK)
            return status;
    status = sum.has_operand ? apply_waiting(&sum, 1) : SPE_E_SYNTAX;
    if (status == SPE_OK && sum.n_signs)
        status = SPE_E_SYNTAX; /* a parenthesis that is never closed */
    if (status == SPE_OK)
        *value = sum.numbers[0];
    return status;
}
