import numpy as np
import pytest

from sitelode_lab.strings.frequency_curve import SMALLEST_SPREAD, find_peaks, fit_power_law

X = np.arange(2.0, 2000.0)


def noisy_law(exponent, spread, seed=0):
    return 1e6 * X**exponent * np.exp(np.random.default_rng(seed).normal(0, spread, len(X)))


@pytest.mark.parametrize("exponent", [-2.0, -0.5, 0.0, 0.3])
def test_an_exact_law_is_found_exactly(exponent):
    law = fit_power_law(X, 5.0 * X**exponent)

    assert law.exponent == pytest.approx(exponent, abs=1e-9)
    assert np.exp(law.log_factor) == pytest.approx(5.0)
    assert law.spread == SMALLEST_SPREAD
    assert law.at(np.array([7.0])) == pytest.approx(5.0 * 7.0**exponent)


def test_peaks_do_not_move_the_line():
    values = noisy_law(-0.7, spread=0.5)
    raised = values.copy()
    raised[::4] *= 1e6  # every fourth point, by six orders of magnitude

    assert fit_power_law(X, raised).exponent == pytest.approx(fit_power_law(X, values).exponent, abs=0.15)
    assert fit_power_law(X, values).exponent == pytest.approx(-0.7, abs=0.1)
    assert fit_power_law(X, values).spread == pytest.approx(0.5, rel=0.1)


def test_a_peak_is_found_with_its_height():
    values = noisy_law(-0.5, spread=0.4)
    values[48] *= np.exp(10 * 0.4)  # x = 50
    law = fit_power_law(X, values)
    peaks = find_peaks(X, values, law, least_sigmas=5)

    assert X[peaks.index].tolist() == [50.0]
    assert peaks.sigmas[0] == pytest.approx(10, abs=2.5)
    assert peaks.expected_by_chance[0] < 1e-6


def test_noise_alone_makes_no_more_peaks_than_expected():
    values = noisy_law(-0.5, spread=1.0, seed=3)
    peaks = find_peaks(X, values, fit_power_law(X, values), least_sigmas=3)

    # 2,000 normal residuals exceed three spreads 2.7 times on average.
    assert len(peaks.index) <= 8
    assert np.all(peaks.expected_by_chance <= 2.7)


def test_a_raised_region_is_not_a_row_of_peaks():
    values = noisy_law(-0.5, spread=0.3)
    values[8:30] *= 1e4
    values[19] *= 1e4
    peaks = find_peaks(X, values, fit_power_law(X, values), least_sigmas=6)

    found = X[peaks.index].tolist()
    assert [x for x in found if 12 <= x <= 29] == [21.0]  # the region's edges have ordinary neighbours
    assert found[0] == 21.0


def test_the_highest_peak_comes_first():
    values = noisy_law(0.0, spread=0.2)
    values[[100, 500]] *= [1e3, 1e5]

    assert find_peaks(X, values, fit_power_law(X, values), 8).index.tolist() == [500, 100]


@pytest.mark.parametrize("points", [0, 1, 2, 5])
def test_few_points_have_no_slope_and_no_peaks(points):
    x, y = X[:points], np.ones(points)
    law = fit_power_law(x, y)

    assert law.exponent == 0.0
    assert find_peaks(x, y, law, 3).index.tolist() == []
