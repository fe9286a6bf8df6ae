"""Charts of ratings as inline SVG: pure functions of values; `ratings/static/ratings/charts.css` colours them.

A chart is as wide as its place: across it is drawn in percent, its strokes and letters keep their size. It holds no
style and no script, so it stands under a policy that admits neither. The words and figures beside it are the page's.
"""
