/** Code between a store and its card provider: it gets a request, which `send` sends. */
export type FetchInterceptor = (request: Request, send: () => Promise<Response>) => Promise<Response>

export function interceptFetch(send: typeof fetch, intercept: FetchInterceptor): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init)
    return intercept(request.clone(), () => send(request))
  }
}
