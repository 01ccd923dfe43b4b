import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { counted } from '#domain/plural.ts';
import { $collections, loadCollections } from '#stores/cases/collections.ts';
import { idInAddress } from '#stores/cases/own.ts';
import { ProfileFrame } from '../../profile/ProfileFrame.tsx';
import { RemoteContent } from '../States.tsx';
import { NewCollection } from './AddToCollection.tsx';
import { Collection } from './Collection.tsx';

/** A doctor's collections of cases, or the one that the address names: `?id=5`. */
export function Collections() {
  return (
    <ProfileFrame code="cases">
      {() => (idInAddress() > 0 ? <Collection /> : <CollectionList />)}
    </ProfileFrame>
  );
}

function CollectionList() {
  const remote = useStore($collections);
  useEffect(() => void loadCollections(), []);
  return (
    <RemoteContent remote={remote} retry={() => void loadCollections()} notFound={<p>Раздела нет.</p>}>
      {(collections) => (
        <div className="own-cases">
          <p className="cases-bar">
            <a href="/profile/cases/">Мои случаи</a>
            {collections.length > 0 && <a href="/cases/?mine=saved">Все сохранённые случаи</a>}
            <a href="/cases/">Случаи коллег</a>
          </p>
          {collections.length === 0 ? (
            <div className="case-message">
              <p>Подборок пока нет.</p>
              <p className="muted">
                Складывайте в них случаи коллег, к которым хотите вернуться: на странице случая и в списке
                нажмите «В подборку». Подборки и заметки к ним видите только вы.
              </p>
            </div>
          ) : (
            <ul className="cases-rows">
              {collections.map(({ id, title, cases }) => (
                <li className="card" key={id}>
                  <h2 className="case-collection-title">
                    <a className="card-link" href={`/profile/cases/collections/?id=${id}`}>
                      {title}
                    </a>
                  </h2>
                  <p className="muted small">
                    {cases.length === 0 ? 'пусто' : counted(cases.length, ['случай', 'случая', 'случаев'])}
                  </p>
                </li>
              ))}
            </ul>
          )}
          <NewCollection />
        </div>
      )}
    </RemoteContent>
  );
}
