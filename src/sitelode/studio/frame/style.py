"""Style sheet of the pages inside frames. It replaces the page's own, so that only template is grey."""

FRAME_STYLE = """
:root{--mark:#d97706;--tint:#2563eb;--quiet:color-mix(in srgb,CanvasText 34%,Canvas)}
:root{background:Canvas;color:CanvasText;font:13px/1.5 system-ui,sans-serif}
body{margin:0;padding:14px 18px 48px;overflow-wrap:break-word}
h1{font-size:1.5em}h2{font-size:1.25em}h3,h4,h5,h6{font-size:1.05em}h1,h2,h3,h4,h5,h6{margin:.7em 0 .35em;line-height:1.25}
p,ul,ol,dl,blockquote,figure,pre,table{margin:.45em 0}ul,ol{padding-left:1.5em}pre{white-space:pre-wrap}
table{border-collapse:collapse}td,th{padding:1px 6px;vertical-align:top;border:1px solid color-mix(in srgb,CanvasText 12%,Canvas)}
nav ul,nav ol{padding-left:0}nav li{display:inline-block;margin-right:.9em}
a{color:inherit;text-decoration:none;border-radius:2px;cursor:pointer}
.box{display:inline-block;font-size:11px;color:var(--quiet);border-radius:3px;padding:0 5px}
.box{border:1px dashed color-mix(in srgb,CanvasText 22%,Canvas)}
.box.picture{padding:8px 10px;max-width:22em}
.notice{color:var(--quiet);text-align:center;padding:3em 1em}
.cut{color:var(--mark);font-weight:600}
.scored{color:var(--quiet)}
.scored a{color:var(--quiet)}
.scored a.s3{color:color-mix(in srgb,CanvasText 44%,Canvas)}.scored a.s4{color:color-mix(in srgb,CanvasText 55%,Canvas)}
.scored :is(a.s5,a.s6){color:color-mix(in srgb,CanvasText 82%,Canvas);background:color-mix(in srgb,var(--tint) 5%,Canvas)}
.scored :is(a.s7,a.s8){color:CanvasText;background:color-mix(in srgb,var(--tint) 9%,Canvas)}
.scored :is(a.s9,a.s10){color:CanvasText;background:color-mix(in srgb,var(--tint) 13%,Canvas)}
a.title{box-shadow:0 2px 0 #9333ea;color:CanvasText!important}a.date{box-shadow:0 2px 0 #0d9488;color:CanvasText!important}
a:hover{outline:1.5px solid var(--mark);outline-offset:1px}
a:focus{outline:2px solid var(--mark);outline-offset:1px}
:target{outline:2px solid var(--mark);outline-offset:2px;scroll-margin:35vh 0}
#start:target{outline:0;scroll-margin:30vh 0}
a[data-why]:hover::after,a[data-why]:focus-visible::after{content:attr(data-why);position:fixed;left:0;right:0;bottom:0;padding:6px 12px;
background:CanvasText;color:Canvas;font:12px/1.4 system-ui,sans-serif;white-space:pre-wrap;z-index:9}
"""
