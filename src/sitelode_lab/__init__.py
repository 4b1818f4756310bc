"""The lab: published methods, each as in its paper, for comparison and study; `sitelode` imports none of them.

Installed with `pip install 'sitelode[lab]'`. Its commands are in `cli`, its screens of the studio in `studio`; entry points bring them in.

method                                          file                                 command
alternation counts, FindOptimal (Ikeda 2001)    strings/alternation_counts.py        sitelode lab alternation
  the same where markup is known (ours)         strings/visible_alternation.py       sitelode lab alternation --markup
  as a separator                                separators/alternation.py            sitelode lab separate --method alternation
SCOOP, record delimiters (Yamada 2001)          strings/delimiter_pairs.py           sitelode lab alternation --records
substring amplification (Ikeda 2003)            strings/substring_amplification.py   sitelode lab peaks
  V(f) and its law                              strings/frequency_curve.py           sitelode lab peaks --distinct FILE
  as a separator                                separators/amplification.py          sitelode lab separate --method amplification
News Ripper's layout tree (2005)                trees/layout_tree.py                 sitelode lab layout
News Ripper's clusters                          trees/mapping_clusters.py            sitelode lab clusters
News Ripper's article, leaf difference          separators/leaf_difference.py        sitelode lab separate --method leaf-difference
  as text or with its formatting                separators/leaf_difference.py        sitelode lab articles
mappings: fast, fine, Selkow 1977, RTDM 2004    trees/tree_mapping.py                sitelode lab map
  edit distance (Zhang 1989), bottom-up         trees/edit_distance.py               sitelode lab map --method edit
ne-patterns (Reis 2004)                         trees/ne_pattern.py                  sitelode lab pattern
  as a separator                                separators/tree_pattern.py           sitelode lab separate --method tree-pattern
RoadRunner's grammar, ACME (Crescenzi 2001)     trees/union_free_grammar.py          sitelode lab grammar
  its data set, and the longest fields          separators/page_grammar.py           sitelode lab grammar --json
  as a separator                                separators/page_grammar.py           sitelode lab separate --method page-grammar
SST, site style tree (Yi 2003)                  separators/style_tree.py             sitelode lab separate --method style-tree
  printed, drawn, and pages cleaned             separators/style_tree.py             sitelode lab styles
InfoDiscoverer as published (Lin, Ho 2002)      separators/infodiscoverer.py         sitelode lab blocks
  for today's pages (ours)                      separators/block_entropy.py          sitelode lab separate --method block-entropy
header and tail filter, a baseline              separators/baselines.py              sitelode lab separate --method header-tail
table break-down, a baseline                    separators/baselines.py              sitelode lab separate --method table-breakdown
IEPAD, regular repeats (Chang, Hsu)             iepad/regular_repeats.py             sitelode lab repeats
  tokens of the source as written               iepad/token_classes.py               sitelode lab repeats
LAMIS and its variants, out-links (Kao 2002)    links/rankings.py                    sitelode lab rank
  entropy of anchors                            links/anchor_entropy.py              sitelode lab rank --method lamis
HITS, SALSA (Kleinberg 1998, Lempel 2000)       links/rankings.py                    sitelode lab rank --method hits
  how good a ranking is                         links/rankings.py                    sitelode lab rank --truth FILE
LAMIS with InfoDiscoverer, one pass (Kao 2002)  links/toc_and_articles.py            sitelode lab discover

A separator tells template from content; `separators/registry.py` has them by name, and the studio shows the scores of each on a page.
What several methods share is in the same folders: suffix arrays and repeats in `strings`, labelled trees in `trees`. docs/algorithms has a
page for each method: idea, definition, decisions, an example, measurements.
"""

from importlib.util import find_spec

from sitelode.errors import MissingExtraError

if not all(find_spec(name) for name in ("pydivsufsort", "scipy")):
    raise MissingExtraError("the lab", "lab")
