// Columns: key, de, fr, es, it, nl, pl; English is in the table of terms.
import { table } from "./table.js";

/** Parties in the nominative, for headings. */
export const PARTIES = table(`
seller|Verkäufer|Vendeur|Vendedor|Venditore|Verkoper|Sprzedawca
buyer|Käufer|Acheteur|Comprador|Acquirente|Koper|Nabywca
payee|Zahlungsempfänger|Bénéficiaire|Beneficiario|Beneficiario|Begunstigde|Odbiorca płatności
seller_tax_representative|Steuervertreter des Verkäufers|Représentant fiscal du vendeur|Representante fiscal del vendedor|Rappresentante fiscale del venditore|Fiscaal vertegenwoordiger van de verkoper|Przedstawiciel podatkowy sprzedawcy
delivery|Lieferinformationen|Informations de livraison|Información de entrega|Informazioni sulla consegna|Leveringsinformatie|Informacje o dostawie
lines[].delivery|Lieferung der Position|Livraison de la ligne|Entrega de la línea|Consegna della riga|Levering van de regel|Dostawa pozycji
buyer_agent|Vertreter des Käufers|Agent de l’acheteur|Agente del comprador|Agente dell’acquirente|Agent van de koper|Agent nabywcy
payer|Zahler|Payeur|Pagador|Pagatore|Betaler|Płatnik
sales_agent|Handelsvertreter|Agent du vendeur|Agente de ventas|Agente di vendita|Verkoopagent|Agent sprzedaży
invoicee|Rechnungsempfänger|Destinataire de la facture|Destinatario de la factura|Destinatario della fattura|Factuurontvanger|Odbiorca faktury
invoicer|Rechnungssteller|Facturant|Emisor de la factura|Emittente della fattura|Facturerende partij|Wystawca faktury
buyer_tax_representative|Steuervertreter des Käufers|Représentant fiscal de l’acheteur|Representante fiscal del comprador|Rappresentante fiscale dell’acquirente|Fiscaal vertegenwoordiger van de koper|Przedstawiciel podatkowy nabywcy
product_end_user|Endverwender|Utilisateur final|Usuario final|Utente finale|Eindgebruiker|Użytkownik końcowy
ultimate_delivery|Endgültiger Lieferempfänger|Destinataire final|Destinatario final de la entrega|Destinatario finale della consegna|Uiteindelijke ontvanger|Ostateczny odbiorca dostawy
ship_from|Versender|Expéditeur|Expedidor|Speditore|Verzendende partij|Nadawca przesyłki
`);

/** the same after a field */
export const OF_PARTIES = table(`
seller|des Verkäufers|du vendeur|del vendedor|del venditore|van de verkoper|sprzedawcy
buyer|des Käufers|de l’acheteur|del comprador|dell’acquirente|van de koper|nabywcy
payee|des Zahlungsempfängers|du bénéficiaire|del beneficiario|del beneficiario|van de begunstigde|odbiorcy płatności
seller_tax_representative|des Steuervertreters des Verkäufers|du représentant fiscal du vendeur|del representante fiscal del vendedor|del rappresentante fiscale del venditore|van de fiscaal vertegenwoordiger van de verkoper|przedstawiciela podatkowego sprzedawcy
delivery|des Lieferempfängers|du destinataire|del destinatario de la entrega|del destinatario della consegna|van de ontvanger|odbiorcy dostawy
lines[].delivery|des Lieferempfängers der Position|du destinataire de la ligne|del destinatario de la línea|del destinatario della riga|van de ontvanger van de regel|odbiorcy dostawy pozycji
buyer_agent|des Vertreters des Käufers|de l’agent de l’acheteur|del agente del comprador|dell’agente dell’acquirente|van de agent van de koper|agenta nabywcy
payer|des Zahlers|du payeur|del pagador|del pagatore|van de betaler|płatnika
sales_agent|des Handelsvertreters|de l’agent du vendeur|del agente de ventas|dell’agente di vendita|van de verkoopagent|agenta sprzedaży
invoicee|des Rechnungsempfängers|du destinataire de la facture|del destinatario de la factura|del destinatario della fattura|van de factuurontvanger|odbiorcy faktury
invoicer|des Rechnungsstellers|du facturant|del emisor de la factura|dell’emittente della fattura|van de facturerende partij|wystawcy faktury
buyer_tax_representative|des Steuervertreters des Käufers|du représentant fiscal de l’acheteur|del representante fiscal del comprador|del rappresentante fiscale dell’acquirente|van de fiscaal vertegenwoordiger van de koper|przedstawiciela podatkowego nabywcy
product_end_user|des Endverwenders|de l’utilisateur final|del usuario final|dell’utente finale|van de eindgebruiker|użytkownika końcowego
ultimate_delivery|des endgültigen Lieferempfängers|du destinataire final|del destinatario final|del destinatario finale|van de uiteindelijke ontvanger|ostatecznego odbiorcy
ship_from|des Versenders|de l’expéditeur|del expedidor|dello speditore|van de verzendende partij|nadawcy
`);

/** Fields of a party, before the party; the last rows are its groups. */
export const PARTS_OF_PARTY = table(`
name|Name|Nom|Nombre|Nome|Naam|Nazwa
party_name|Name|Nom|Nombre|Nome|Naam|Nazwa
trading_name|Handelsname|Appellation commerciale|Nombre comercial|Denominazione commerciale|Handelsnaam|Nazwa handlowa
identifiers|Kennung|Identifiant|Identificador|Identificativo|Identificator|Identyfikator
legal_registration_identifier|Kennung der rechtlichen Registrierung|Identifiant d’enregistrement légal|Identificador de registro legal|Identificativo di registrazione legale|Wettelijk registratienummer|Identyfikator rejestracji prawnej
vat_identifier|Umsatzsteuer-Identifikationsnummer|Identifiant à la TVA|Identificador a efectos del IVA|Identificativo IVA|Btw-identificatienummer|Identyfikator VAT
tax_registration_identifier|Steuernummer|Identifiant d’enregistrement fiscal|Identificador de registro fiscal|Identificativo di registrazione fiscale|Fiscaal registratienummer|Identyfikator rejestracji podatkowej
additional_legal_information|Weitere rechtliche Informationen|Informations légales complémentaires|Información legal adicional|Informazioni legali aggiuntive|Aanvullende juridische informatie|Dodatkowe informacje prawne
electronic_address|Elektronische Adresse|Adresse électronique|Dirección electrónica|Indirizzo elettronico|Elektronisch adres|Adres elektroniczny
role_code|Code der Rolle|Code du rôle|Código de la función|Codice del ruolo|Code van de rol|Kod roli
location_identifier|Kennung des Lieferorts|Identifiant du lieu de livraison|Identificador del lugar de entrega|Identificativo del luogo di consegna|Identificator van de leveringslocatie|Identyfikator miejsca dostawy
line_1|Adresszeile 1|Adresse, ligne 1,|Línea de dirección 1|Indirizzo, riga 1,|Adresregel 1|Adres, wiersz 1,
line_2|Adresszeile 2|Adresse, ligne 2,|Línea de dirección 2|Indirizzo, riga 2,|Adresregel 2|Adres, wiersz 2,
line_3|Adresszeile 3|Adresse, ligne 3,|Línea de dirección 3|Indirizzo, riga 3,|Adresregel 3|Adres, wiersz 3,
city|Stadt|Localité|Localidad|Città|Plaats|Miejscowość
post_code|Postleitzahl|Code postal|Código postal|Codice postale|Postcode|Kod pocztowy
country_subdivision|Region|Subdivision du pays|Subdivisión del país|Suddivisione del paese|Deelgebied van het land|Jednostka podziału kraju
country_code|Ländercode|Code de pays|Código de país|Codice del paese|Landcode|Kod kraju
point|Kontaktstelle|Point de contact|Punto de contacto|Punto di contatto|Contactpunt|Punkt kontaktowy
department|Abteilung der Kontaktstelle|Service de contact|Departamento de contacto|Ufficio di contatto|Contactafdeling|Dział kontaktowy
type_code|Code der Art des Kontakts|Code du type de contact|Código del tipo de contacto|Codice del tipo di contatto|Code van het soort contact|Kod rodzaju kontaktu
telephone_number|Telefonnummer|Numéro de téléphone|Número de teléfono|Numero di telefono|Telefoonnummer|Numer telefonu
fax_number|Faxnummer|Numéro de télécopie|Número de fax|Numero di fax|Faxnummer|Numer faksu
email_address|E-Mail-Adresse|Adresse de courriel|Dirección de correo electrónico|Indirizzo di posta elettronica|E-mailadres|Adres e-mail
postal_address|Postanschrift|Adresse postale|Dirección postal|Indirizzo postale|Postadres|Adres pocztowy
address|Lieferanschrift|Adresse de livraison|Dirección de entrega|Indirizzo di consegna|Afleveradres|Adres dostawy
legal_address|Rechtliche Anschrift|Adresse légale|Dirección legal|Indirizzo legale|Juridisch adres|Adres siedziby
contact|Kontakt|Contact|Contacto|Contatto|Contact|Kontakt
`);
