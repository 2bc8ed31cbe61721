import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { ShareActions, type Shareable } from './share-actions.tsx';

/** A view passes to the screen's heading what can be exported; null where nothing is shown. */
const Place = createContext<(shareable: Shareable | null) => void>(() => {});

type ShareActionsPlaceProps = { children: (shareActions: ReactNode) => ReactNode };

/** Renders the export buttons of a view where the screen wants them. */
export function ShareActionsPlace({ children }: ShareActionsPlaceProps) {
  const [shareable, setShareable] = useState<Shareable | null>(null);
  return (
    <Place.Provider value={setShareable}>
      {children(shareable && <ShareActions key={shareable.name} {...shareable} />)}
    </Place.Provider>
  );
}

/** Offers what is shown for export. Its content is created when a button is pressed, from the state at that time. */
export function useShareable(shareable: Shareable | undefined): void {
  const offer = useContext(Place);
  const latest = useRef(shareable);
  latest.current = shareable;
  const name = shareable?.name;
  const noun = shareable?.noun;
  useEffect(() => {
    if (name === undefined || noun === undefined) {
      offer(null);
      return;
    }
    const now = () => {
      if (latest.current === undefined) throw new Error('Nothing is shown any more.');
      return latest.current;
    };
    offer({
      name,
      noun,
      table: () => now().table(),
      data: () => now().data(),
      json: () => now().json(),
      picture: () => now().picture(),
    });
    return () => offer(null);
  }, [offer, name, noun]);
}
