const apiPath = '/api/v2/';
const pageOfRoutes = '/index.php';

/** The path and the parameters of a call, decoded. */
export interface NamelessAddress {
  segments: readonly string[];
  query: URLSearchParams;
}

/**
 * Clients append `&name=value` to whatever base address was pasted, so the path is either a parameter of
 * `/index.php?route=/api/v2/…&name=value`, or ends at the first `&` of `/api/v2/…&name=value`. Returns null for any
 * other address.
 */
export function parseNamelessAddress(url: string): NamelessAddress | null {
  if (!URL.canParse(url, 'http://host')) return null;
  const { pathname, search, searchParams } = new URL(url, 'http://host');
  if (pathname === pageOfRoutes) {
    const route = searchParams.get('route');
    return route?.startsWith(apiPath) ? { segments: splitRoute(route), query: searchParams } : null;
  }
  if (!pathname.startsWith(apiPath)) return null;
  const [path = '', ...parameters] = `${pathname}&${search.slice(1)}`.split('&');
  const decodedPath = decodePath(path);
  return decodedPath === null
    ? null
    : { segments: splitRoute(decodedPath), query: new URLSearchParams(parameters.join('&')) };
}

const splitRoute = (route: string): string[] => route.slice(apiPath.length).split('/').filter(Boolean);

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
