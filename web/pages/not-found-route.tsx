import { data } from 'react-router'
import { NotFound } from '../layout/not-found.tsx'

/** Any address that nothing else answers. */
export function loader() {
  return data(null, { status: 404 })
}

export default NotFound
