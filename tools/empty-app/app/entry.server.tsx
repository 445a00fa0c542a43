import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** No request is made; without this file the build installs packages for one. */
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
