"""How the rankings of index pages and articles come to rest (placeholder until links/ranking lands)."""

from sitelode.errors import SettingError
from sitelode.output.plot import Chart
from sitelode.studio.desk import Desk


def convergence_curve(_desk: Desk) -> tuple[Chart, str]:
    raise SettingError("rankings are not there yet")
