/** Code between a store and its card provider: it gets a request, and may send it. */
export type Disturbance = (request: Request, send: () => Promise<Response>) => Promise<Response>

export function disturbed(send: typeof fetch, change: Disturbance): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init)
    return change(request.clone(), () => send(request))
  }
}
