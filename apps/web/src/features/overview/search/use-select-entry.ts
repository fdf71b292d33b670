import { useLocation, useNavigate } from 'react-router'
import { setTheme } from '@/components/layout/navigation/theme.ts'
import { useMessages } from '@/lib/pages/messages-context.ts'
import { signInAndReturn } from '@/lib/session/require-sign-in.tsx'
import { useAuth } from '@/lib/session/session.tsx'
import { useSignOut } from '@/lib/session/sign-out.ts'
import { paths } from '@/paths.ts'
import type { Command } from './commands.ts'
import { placeOf } from './hit-links.ts'
import type { Entry } from './palette-entries.ts'
import { rememberPlace } from './recent-places.ts'

/** Does what an entry stands for; true when that leads away from what had the focus. */
export function useChoose(): (entry: Entry) => boolean {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { user, isStaff } = useAuth()
  const messages = useMessages()
  const signOut = useSignOut()

  const go = (to: string) => {
    void navigate(to)
    return to !== pathname + search
  }
  const run = (command: Command) => {
    if ('theme' in command) {
      setTheme(command.theme)
      return false
    }
    if ('to' in command)
      return go(command.to === paths.signIn ? signInAndReturn(pathname + search) : command.to)
    if (command.act === 'sign-out') signOut()
    else messages.open({})
    return true
  }
  return ({ chosen }) => {
    if ('command' in chosen) return run(chosen.command)
    if ('to' in chosen) return go(chosen.to)
    rememberPlace(user?.id ?? null, chosen.hit)
    return go(placeOf(chosen.hit, isStaff))
  }
}
