import { ownRole } from '$lib/api/moderation';
import type { Session } from '$lib/session/session.svelte';

/** Says whether whoever looks is a moderator: not until that is known. To be called while a component is made. */
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
