// Tables: the lists of the site and the fields of its detail pages.
import onPage from "./on_page.js";

export default function tablesScreen(where, context) {
  return onPage({ ...where, rest: where.rest.slice(1) }, context);
}
