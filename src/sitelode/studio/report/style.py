"""Style sheet of the report: the studio's colours, for print."""

REPORT_STYLE = """
:root { color-scheme: light dark; --line: light-dark(#e0e3e8, #31363f); --quiet: light-dark(#626b79, #9aa3b1);
  --ground: light-dark(#f6f7f9, #14161a); --panel: light-dark(#fff, #1c1f25);
  --accent: light-dark(#1d4ed8, #7aa7ff); --mark: light-dark(#b45309, #f5a524); }
* { box-sizing: border-box; }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 1180px; margin: 0 auto; padding: 28px 22px 60px; background: var(--ground); }
h1 { font-size: 22px; margin: 0 0 2px; } h2 { font-size: 17px; margin: 38px 0 10px; } h3 { font-size: 14px; margin: 22px 0 8px; }
.quiet { color: var(--quiet); overflow-wrap: anywhere; } .mono { font-family: ui-monospace, monospace; font-size: 12px; }
.numbers { display: flex; flex-wrap: wrap; gap: 12px; margin: 16px 0; }
.numbers div { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 8px 16px; }
.numbers b { display: block; font-size: 21px; font-variant-numeric: tabular-nums; }
nav a { margin-right: 14px; color: var(--accent); }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(270px, 1fr)); gap: 12px; }
.card { display: grid; grid-template-columns: 126px 1fr; background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
overflow: hidden; }
.card img { width: 126px; height: 140px; display: block; border-right: 1px solid var(--line); }
.card div { padding: 9px 11px; min-width: 0; } .card b { font-size: 16px; }
figure { margin: 0; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
figure img { width: 100%; display: block; }
figcaption { padding: 8px 12px; border-top: 1px solid var(--line); color: var(--quiet); }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; } @media (max-width: 760px) { .two { grid-template-columns: 1fr; } }
iframe { width: 100%; height: 520px; border: 0; display: block; background: Canvas; }
table { border-collapse: collapse; width: 100%; background: var(--panel); }
td, th { text-align: left; padding: 4px 10px; border-bottom: 1px solid var(--line); vertical-align: top; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
.wide td { max-width: 34ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
pre { margin: 0; padding: 10px 12px; font: 12px/1.5 ui-monospace, monospace; overflow: auto; max-height: 520px; }
pre .other { opacity: .55; } pre .common { color: var(--mark); font-weight: 600; }
.text { white-space: pre-wrap; padding: 14px 18px; max-height: 520px; overflow: auto; overflow-wrap: anywhere; }
details { border-bottom: 1px solid var(--line); padding: 5px 0; } summary { cursor: pointer; }
"""
