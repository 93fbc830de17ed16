/** The socket of the server that the page came from. */
export function socketUrl(page: string): string {
  const url = new URL('/ws', page);
  url.protocol = url.protocol.replace('http', 'ws');
  return url.href;
}
