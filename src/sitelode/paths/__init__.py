"""Where an element is on a page, said so that it can be found again on another page.

- Elements with the same tag, class names and id are of one kind (`element_names`); what is worked out for a kind holds for all of them.
- The names of an element are its class names and ids, runs of digits as one. Names that recur over pages count, others
  are content (`recurring_names`). Some words in names mean the same on most sites (`markers`).
- Tag and names that count are an element's label (`labels`); the labels from the root down to it are its path.
- A path is a code where paths are compared (`path_codes`), and text where people read it or files keep it (`path_text`; `child_steps` for
  what CSS can say).
- By that text an element is found on any page (`place_finder`); a path that changed a little is known by the one most like it
  (`path_likeness`).
"""
