import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'

/** The least a React Router app can be: what its script weighs is the floor under ours. */
export default function App() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
