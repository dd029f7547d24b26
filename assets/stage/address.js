// Where the reader stands, in the page's own address. Streamlit would push a history entry for each place that is
// reported, and Back would go through them all: so the address is replaced here, before the server hears of the place,
// and the server finds it as it would have written it. Pure.

/** The query string `search` with the place in it; null where it holds no place, or this one already. */
export function placed(search, place) {
  if (!/[?&]step=\d+/.test(search)) return null;
  const said = ["round", "step", "grain"].reduce(
    (text, name) => text.replace(new RegExp(`([?&]${name}=)[^&]*`), `$1${place[name]}`),
    search,
  );
  return said === search ? null : said;
}
