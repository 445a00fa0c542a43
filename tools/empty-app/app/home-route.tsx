export default function HomePage() {
  return <h1>Empty</h1>
}
