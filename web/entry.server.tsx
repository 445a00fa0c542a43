import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { startAfterFirstPaint } from './layout/start-script.ts'

export { apiContext } from './api/server-api.ts'

/** Renders the whole page before it answers: finished pages are cached, hashed and compressed by the server. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let failed = false
    const chunks: Buffer[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        headers.set('content-type', 'text/html; charset=utf-8')
        const html = Buffer.concat(chunks).toString('utf8')
        const body = isComplete(context) ? startAfterFirstPaint(html) : html
        resolve(new Response(body, { status: failed ? 500 : status, headers }))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError(error) {
        failed = true
        console.error(error)
      },
    })
  })
}

/** Whether the page shows all it has without script: one that the browser loads itself is only a spinner so far. */
function isComplete({ manifest, staticHandlerContext }: EntryContext): boolean {
  return !staticHandlerContext.matches.some(({ route }) => manifest.routes[route.id]?.hasClientLoader)
}

/** Refusals (4xx) and visitors who left are no faults of the store: only the rest is written down. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  console.error(error)
}
