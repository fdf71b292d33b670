import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { watchConnection } from './lib/api/api-fetch.ts'
import './styles/theme.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
watchConnection()
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
