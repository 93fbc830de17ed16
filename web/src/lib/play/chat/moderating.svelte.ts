import { ownRole } from '$lib/base/api/moderation';
import type { Session } from '$lib/base/session/session.svelte';

/** Whether the user is a moderator: `false` until that is known. Call it while a component is created. */
export function moderating(session: Session): { readonly is: boolean } {
  let is = $state(false);

  $effect(() => {
    is = false;
    if (session.user?.guest !== false) return undefined;
    let left = false;
    session.ask(ownRole).then(
      (role) => {
        if (!left) is = role !== 'player';
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  });

  return {
    get is() {
      return is;
    },
  };
}
