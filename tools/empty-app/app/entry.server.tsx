import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** Never called: only the scripts are weighed. Without this file the build would install packages for a default one. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
) {
  return new Response(renderToString(<ServerRouter context={context} url={request.url} />), {
    status,
    headers,
  })
}
