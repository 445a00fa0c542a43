import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { StartsNowContext } from './platform/layout/late-scripts.tsx'

export { apiContext } from './platform/api/server-api.ts'

/** Renders the whole page before it responds, so that the server can cache, hash and compress it. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let hasFailed = false
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(Buffer.concat(chunks), { status: hasFailed ? 500 : status, headers }))
        done()
      },
    })
    const page = (
      <StartsNowContext value={hasClientLoader(context)}>
        <ServerRouter context={context} url={request.url} />
      </StartsNowContext>
    )
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError(error) {
        hasFailed = true
        console.error(error)
      },
    })
  })
}

function hasClientLoader({ manifest, staticHandlerContext }: EntryContext): boolean {
  return staticHandlerContext.matches.some(({ route }) => manifest.routes[route.id]?.hasClientLoader)
}

/** Logs errors, except error responses of routes below 500 and errors of aborted requests. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  console.error(error)
}
